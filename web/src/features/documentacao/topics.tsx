import { VEREDITOS_EM_ORDEM } from '@escuta/shared/domain/interview/verdicts/palette';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ItemStatus } from '../../domain/items/item-status.tsx';
import { Screenshot } from '../../domain/site/screenshot.tsx';
import { VerdictBadge } from '../../domain/survey/cell/verdict-badge.tsx';
import { paths } from '../../lib/paths.ts';
import type { DocTopicId } from '../../lib/text/doc-topics.ts';

const A = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="focus-ring rounded-sm text-primary-text underline underline-offset-4">
    {children}
  </Link>
);

/** Width at which pictures are shown: at most the width of the text. */
const WIDTH = '(min-width: 1024px) 65ch, 90vw';

const VEREDITO_TEXTO: Readonly<Record<Veredito, string>> = {
  confere: 'A pergunta foi feita, e a resposta falada é igual à digitada.',
  diverge: 'A resposta falada é diferente da digitada.',
  nao_perguntada: 'O trecho está audível, e a pergunta não foi feita.',
  induzida: 'O entrevistador sugeriu a resposta, deu a própria opinião ou respondeu pelo entrevistado.',
  inaudivel: 'O trecho não tem som, ou a fala não é compreensível.',
  a_revisar: 'Falta prova, as análises discordam ou a planilha não foi entendida. Uma pessoa decide.',
  nao_se_aplica: 'Uma condição do questionário dispensou a pergunta.',
};

/** Chapters for coordinators, one for each task. The first sentence says what the task leads to. */
export const BODIES: Readonly<Record<DocTopicId, ReactNode>> = {
  comecar: (
    <>
      <p>
        Registre uma ligação, envie a gravação e receba a transcrição, a pontuação e o trecho que prova cada
        critério.
      </p>
      <ol>
        <li>
          Crie um projeto em <A to={paths.novoProjeto}>Novo Projeto</A>: uma operação, um cliente ou uma
          campanha.
        </li>
        <li>
          Em <A to={paths.templatesInsights}>Templates Insights</A>, aplique ao projeto um template com os
          critérios que a IA deve avaliar.
        </li>
        <li>
          No projeto, abra “Acessar Ligações”, clique em “Nova Ligação” e selecione a gravação. Com “Processar
          assim que o envio terminar” marcado, o processamento é automático.
        </li>
        <li>
          Se não marcar essa opção, use “Processar áudio” no menu da ligação. Cada ligação processada usa um
          crédito, com todos os templates do projeto. Um template vinculado depois usa um crédito a cada 10
          ligações já processadas.
        </li>
        <li>Abra a ligação pelo número. A página se atualiza conforme cada etapa termina.</li>
      </ol>
      <Screenshot
        name="analise"
        alt="Página de uma ligação: player com as vozes dos dois canais, transcrição e insights"
        sizes={WIDTH}
      />
    </>
  ),
  trazer: (
    <>
      <p>Traga as gravações uma a uma, em lote, por planilha ou direto do servidor de telefonia.</p>
      <dl>
        <dt>Uma a uma</dt>
        <dd>Em “Nova Ligação”, ou depois em “Enviar áudio”, no menu da ligação: MP3, WAV, OGG ou M4A.</dd>
        <dt>Em lote</dt>
        <dd>
          Em “Enviar gravações”, selecione uma pasta ou um .zip. A Escuta encontra a ligação de cada gravação
          pelo nome do arquivo, e você confere antes de anexar.
        </dd>
        <dt>Por planilha</dt>
        <dd>
          “Importar XLS” cria as ligações a partir do relatório do seu PABX. Depois, envie as gravações em
          lote.
        </dd>
        <dt>Da telefonia</dt>
        <dd>
          Com o Asterisk conectado em <A to={paths.perfil}>Configurações</A>, use “Buscar gravação” no menu da
          ligação que traz o nome do arquivo do Asterisk.
        </dd>
      </dl>
      <p>
        “Importar XLS” e “Enviar gravações” são ícones no alto da lista de ligações. Pare o mouse sobre um
        ícone para ler o nome.
      </p>
      <p>
        A extensão do Chrome é instalada à parte, pela sua empresa. Sem ela, use um dos quatro caminhos acima.
      </p>
    </>
  ),
  gravacoes: (
    <p>
      Grave em estéreo, com o agente em um canal e o cliente no outro. Assim a Escuta identifica cada voz,
      separa as falas e mede silêncios, sobreposições e interrupções. O agente é o canal esquerdo, a menos que
      o projeto indique o direito. Gravações de um canal também são aceitas, sem essa separação.
    </p>
  ),
  status: (
    <>
      <p>Veja pelo status em que ponto está cada ligação ou entrevista e o próximo passo.</p>
      <dl>
        <dt>
          <ItemStatus status="pendente" />
        </dt>
        <dd>
          Falta a gravação, falta pedir o processamento, ou a amostragem deixou a ligação de fora. O botão
          “Processar áudio” funciona mesmo fora da amostra.
        </dd>
        <dt>
          <ItemStatus status="processando" />
        </dt>
        <dd>
          Em uma das etapas: áudio, transcrição, análise de texto, confronto das respostas (em entrevistas),
          insights e contabilização. A página se atualiza automaticamente.
        </dd>
        <dt>
          <ItemStatus status="concluido" />
        </dt>
        <dd>
          O resultado está completo. “Regenerar análise” refaz análise e insights e usa créditos de novo.
        </dd>
        <dt>
          <ItemStatus status="erro" />
        </dt>
        <dd>
          A página da ligação ou da entrevista mostra o motivo, e os créditos voltaram para o saldo. Corrija a
          causa e processe de novo.
        </dd>
      </dl>
      <p>
        A lista de ligações diz “Sem Arquivo” quando falta a gravação, “Arquivo Gravado” quando ela aguarda o
        processamento e “Processado” quando o resultado está completo. “Em parte” avisa que um trecho da
        transcrição ficou de fora.
      </p>
    </>
  ),
  pontuacao: (
    <>
      <p>
        Veja de onde vem cada ponto: cada template de insight tem critérios com pesos, e cada critério
        atendido cita um trecho da gravação.
      </p>
      <ul>
        <li>A pontuação é a soma dos pesos atendidos dividida pela soma dos pesos avaliados, de 0 a 100%.</li>
        <li>Critérios que não se aplicam à gravação ficam fora da conta.</li>
        <li>
          A Escuta confere se o trecho citado está na transcrição. Sem prova, o critério não soma nem desconta
          e vai para revisão.
        </li>
        <li>Um critério crítico não atendido limita a pontuação a 40%.</li>
        <li>
          Sua correção vale: a Escuta recalcula a pontuação e mostra a da IA ao lado. Um insight rejeitado por
          inteiro sai de todas as médias. Desfazer a correção desfaz o recálculo.
        </li>
        <li>“Qualidade Média” é a média das pontuações do mês em que as gravações foram registradas.</li>
      </ul>
      <Screenshot
        name="evidencia"
        alt="Critérios de um insight, cada um com a resposta da IA e o trecho citado da ligação"
        sizes={WIDTH}
      />
    </>
  ),
  confianca: (
    <p>
      Confirme, corrija ou rejeite as análises incertas em <A to={paths.revisao}>Fila de Revisão</A>. Um
      insight entra na fila quando falhou, trouxe alertas da IA, tem um alerta a resolver ou ficou com menos
      de 70% de confiança. A confiança é alta a partir de 80%, média a partir de 50% e baixa abaixo disso. A
      aba “Lista” mostra os mesmos insights em uma tabela, para ordenar por coluna, abrir o painel ao lado com
      a tecla Espaço e atribuir ligações a um revisor.
    </p>
  ),
  alertas: (
    <>
      <p>
        Comece o dia em “Pede a sua atenção”, no Início: ouça o trecho e diga se o alerta procede. Um alerta é
        uma ligação que disparou uma das suas regras, como um critério crítico descumprido. A lista inteira e
        as regras estão em <A to={paths.alertas}>Alertas</A>.
      </p>
      <p>“Ver pendências”, no cartão “Alertas”, mostra também:</p>
      <ul>
        <li>Insights na fila de revisão, de qualquer data.</li>
        <li>Itens registrados nos últimos 30 dias que terminaram com erro.</li>
        <li>Tickets críticos em aberto.</li>
        <li>Saldo de créditos baixo.</li>
      </ul>
      <p>
        Em <A to={paths.perfil}>Configurações</A>, “Avisos”, selecione os avisos que chegam por e-mail na hora
        e os que ficam para o resumo de segunda-feira. Os alertas da IA, dentro de um insight, são pontos que
        a análise estranhou em uma ligação: contam na lista de ligações e nos relatórios, não aqui.
      </p>
      <Screenshot
        name="painel"
        alt="Início, com os cartões do resumo, os alertas para ouvir e os critérios mais descumpridos"
        sizes={WIDTH}
      />
    </>
  ),
  amostras: (
    <>
      <p>
        Revise uma amostra sorteada no lugar de todas as ligações. No alto da lista de ligações, abra
        “Sorteios” e sorteie, por exemplo, 5 ligações de cada agente por semana, ou 10% do período. O sorteio
        vale para as ligações do filtro em uso na lista. A Escuta divide as sorteadas entre os revisores e
        mostra a cada um, no Início, o andamento e o prazo.
      </p>
      <p>
        Quando o sorteio não tem filtro, a média das ligações sorteadas vale para todas; a média das outras,
        não. Em <A to={paths.relatorios}>Relatórios</A>, “Qualidade”, as duas ficam separadas.
      </p>
    </>
  ),
  agentes: (
    <>
      <p>
        Compare um agente com a empresa e comente com ele um momento da ligação. Em{' '}
        <A to={paths.agentes}>Agentes</A>, o nome leva à página dele: pontuação por semana, critérios mais
        descumpridos, momentos para ouvir e retornos.
      </p>
      <p>
        “Dar retorno” envia ao agente um texto sobre um momento da ligação. Com uma conta vinculada, o agente
        recebe um aviso no sino, marca como visto e responde uma vez.
      </p>
      <p>
        “Enviar folha do dia”, na página do agente e no quadro de campo da pesquisa, envia ao entrevistador os
        números de um dia e até três momentos para ouvir: uma divergência confirmada por uma pessoa, uma
        leitura que mudou o sentido e um bom exemplo. Ele ouve esses trechos e responde a cada um, uma vez.
      </p>
    </>
  ),
  busca: (
    <p>
      Em <A to={paths.busca}>Busca</A>, encontre palavras ditas em qualquer conversa e ouça o trecho. Use
      aspas para uma frase exata, um sinal de menos antes da palavra para excluir e OR entre as alternativas:
      cancelar, “não quero”, cartão -adicional. Restrinja por autor da fala, período, projeto e agente.
    </p>
  ),
  relatorios: (
    <p>
      Em <A to={paths.relatorios}>Relatórios</A>, veja os números de um período ao lado do período anterior,
      de volume e qualidade a custos e revisão. Clique em um número para ver as ligações correspondentes.
      “Imprimir” também salva o relatório em PDF.
    </p>
  ),
  provas: (
    <>
      <p>Leve uma lista para uma planilha ou uma análise para fora da Escuta, com a prova.</p>
      <dl>
        <dt>Lista</dt>
        <dd>
          “Exportar”, no alto da lista, salva em um arquivo as linhas do filtro em uso. O papel Usuário
          precisa da permissão “Exportar dados”.
        </dd>
        <dt>Análise</dt>
        <dd>
          “Exportar dossiê”, em “Ações”, salva um arquivo com a análise assinada. Qualquer pessoa confere o
          PDF e o JSON em <A to={paths.verificar}>Verificar</A>, sem conta.
        </dd>
        <dt>Trecho</dt>
        <dd>
          “Compartilhar este momento”, no player, cria um link para até 60 segundos da ligação. O link vence,
          pode ser revogado, e cada reprodução fica registrada.
        </dd>
      </dl>
    </>
  ),
  pesquisas: (
    <>
      <p>Colete entrevistas no celular ou no computador e confira cada resposta com a gravação.</p>
      <ol>
        <li>
          Crie um projeto do tipo Pesquisa e, em <A to={paths.pesquisas}>Pesquisas</A>, a pesquisa dele.
        </li>
        <li>
          Na aba “Questionário”, escreva as perguntas na ordem da leitura. “Ensaiar” mostra o questionário
          como o entrevistador o vê, sem salvar nada.
        </li>
        <li>
          Publique a versão: novas entrevistas e celulares passam a usá-la. Alterações posteriores são um
          rascunho até “Publicar versão 2”. Sem publicação, a versão 1 é publicada quando a primeira
          entrevista começa.
        </li>
        <li>
          No editor, cole uma lista, com uma opção por linha: a Escuta cria as opções e lê os códigos, se
          houver. Cada opção tem um tipo: comum, outro com texto, não sabe ou não respondeu. Em “Mais sobre a
          opção” você define se ela é exclusiva (“Nenhum”) ou fixa, e o bloco do rodízio.
        </li>
        <li>
          “Adicionar bateria” cria vários itens com um texto em comum. “Perguntar só se…” junta condições com
          “e” ou com “ou”. “Encerrar a entrevista se…” agradece e encerra quando a pessoa está fora do perfil.
        </li>
        <li>
          Entreviste pelo link do questionário. A Escuta salva cada resposta na hora. Se a pessoa não
          autorizar a gravação, a entrevista vale do mesmo jeito, sem áudio.
        </li>
        <li>
          Na aba “Entrevistas”, envie as gravações restantes e processe as entrevistas. O custo depende da
          duração e aparece antes.
        </li>
        <li>
          Na aba “Resultados”, o mapa mostra primeiro as entrevistas que uma pessoa precisa revisar. Abra uma
          resposta para ler as provas, ouvir o trecho e confirmar ou corrigir o veredito. “Exibição” muda a
          ordem e agrupa por entrevistador. O endereço da página guarda os filtros e a resposta aberta: envie
          o link a um colega.
        </li>
      </ol>
    </>
  ),
  portal: (
    <>
      <p>Audite entrevistas coletadas em outro sistema a partir de quatro arquivos.</p>
      <ol>
        <li>
          Em <A to={paths.auditoriaPortal}>Enviar auditoria</A>, envie o questionário, a planilha de
          respostas, o áudio principal e o ZIP ou RAR das gravações.
        </li>
        <li>
          Confira as perguntas, as colunas da planilha e a linha de cada gravação. Um par com a marca
          “confira” é só uma proposta: ouça a gravação e confirme ou desfaça.
        </li>
        <li>Veja o custo e confirme. A Escuta só cobra depois da confirmação.</li>
        <li>Acompanhe os resultados na pesquisa criada. Você recebe um e-mail quando a auditoria termina.</li>
      </ol>
    </>
  ),
  vereditos: (
    <>
      <p>
        Confirme ou corrija o veredito de cada resposta auditada, a começar pelas marcadas “A revisar”. Os
        vereditos são:
      </p>
      <dl>
        {VEREDITOS_EM_ORDEM.map((veredito) => (
          <Fragment key={veredito}>
            <dt>
              <VerdictBadge veredito={veredito} />
            </dt>
            <dd>{VEREDITO_TEXTO[veredito]}</dd>
          </Fragment>
        ))}
      </dl>
      <p>
        A IA só aponta falha com prova na gravação. Sem prova, uma pessoa decide. O veredito da IA continua ao
        lado do seu, e ninguém revisa a própria entrevista. Quando você corrige uma frase da transcrição, a
        Escuta refaz o veredito e mostra “após correção” com o seu nome; “Só a IA” não muda.
      </p>
    </>
  ),
  entrevistadores: (
    <p>
      Em <A to={paths.agentes}>Agentes</A>, cadastre agentes e ramais ou importe uma lista. A Escuta cadastra
      automaticamente a pessoa que faz uma entrevista. Gerentes editam nomes, acrescentam apelidos usados em
      planilhas e gravações e juntam dois cadastros da mesma pessoa.
    </p>
  ),
  creditos: (
    <p>
      Em <A to={paths.creditos}>Créditos</A>, veja o saldo e o extrato; gerentes compram pacotes. Uma ligação
      processada usa um crédito, e uma entrevista usa créditos conforme a duração da gravação. A Escuta
      reserva os créditos no pedido, confirma no fim e devolve se não houver resultado.
    </p>
  ),
  telefonia: (
    <>
      <p>
        Conecte o servidor Asterisk da empresa em <A to={paths.perfil}>Configurações</A>, na aba
        “Configurações Asterisk”.
      </p>
      <ol>
        <li>Crie um usuário ARI no Asterisk e habilite a ARI na porta 8088.</li>
        <li>Preencha URL, usuário e senha e clique em “Testar Conexão”.</li>
        <li>Salve. A configuração vale para toda a empresa, e a senha fica criptografada.</li>
      </ol>
      <p>
        Depois, use “Buscar gravação” no menu das ligações. A extensão do Chrome usa a mesma configuração.
      </p>
    </>
  ),
  papeis: (
    <>
      <p>Convide pessoas em “Usuários” e defina o papel de cada uma. Só gerentes podem convidar.</p>
      <ul>
        <li>Usuário: trabalha com projetos, ligações, entrevistas, resultados e tickets.</li>
        <li>Gerente: também edita a empresa, convida pessoas, compra créditos e exclui dados.</li>
        <li>Administrador: cuida da instalação inteira, de todas as empresas.</li>
      </ul>
      <p>
        Para um entrevistador, ligue também “Só campo”: ele faz entrevistas no celular e vê as próprias
        entrevistas e aparelhos, e nada das outras pessoas. O link do convite já entra na página de campo.
      </p>
    </>
  ),
};
