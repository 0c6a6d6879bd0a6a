import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ItemStatus } from '../../domain/items/item-status.tsx';
import { VerdictBadge } from '../../domain/survey/cell/verdict-badge.tsx';
import { VEREDITOS_EM_ORDEM } from '../../domain/survey/cell/verdicts.ts';
import { paths } from '../../lib/paths.ts';
import type { DocTopicId } from '../../lib/text/doc-topics.ts';

const A = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="focus-ring rounded-sm text-primary-text underline underline-offset-4">
    {children}
  </Link>
);

const VEREDITO_TEXTO: Readonly<Record<Veredito, string>> = {
  confere: 'A pergunta foi feita, e o que foi dito é o que foi digitado.',
  diverge: 'O que foi dito é outra coisa do que foi digitado.',
  nao_perguntada: 'A gravação está audível no lugar da pergunta, e ninguém a fez.',
  induzida: 'Quem entrevistou sugeriu a resposta, deu a sua opinião ou respondeu pela pessoa.',
  inaudivel: 'Não há som ali, ou não dá para entender o que foi dito.',
  a_revisar: 'Falta prova, as análises discordam, ou a planilha não foi entendida: uma pessoa decide.',
  nao_se_aplica: 'A pergunta não cabia a esta pessoa, por uma condição do questionário.',
};

/** What somebody who coordinates an operation asks, answered in the product's own words. */
export const BODIES: Readonly<Record<DocTopicId, ReactNode>> = {
  comecar: (
    <ol>
      <li>
        Crie um projeto em <A to={paths.novoProjeto}>Novo Projeto</A>: uma operação, um cliente ou uma
        campanha.
      </li>
      <li>No projeto, abra “Acessar Ligações” e registre a ligação: número, ramal, início e fim.</li>
      <li>Envie a gravação (MP3, WAV, OGG ou M4A). O processamento de uma ligação usa um crédito.</li>
      <li>
        Abra a ligação pelo número: transcrição, indicadores e insights aparecem conforme ficam prontos.
      </li>
    </ol>
  ),
  pesquisas: (
    <ol>
      <li>
        Crie um projeto do tipo Pesquisa e, em <A to={paths.pesquisas}>Pesquisas</A>, a pesquisa dele.
      </li>
      <li>
        Na aba “Questionário”, escreva as perguntas na ordem em que são lidas. A primeira entrevista congela a
        versão; o que mudar depois vale para as próximas, e cada entrevista fica com as perguntas com que foi
        feita.
      </li>
      <li>
        Entreviste pelo celular ou pelo computador: cada resposta é salva na hora. Quem recusa a gravação é
        marcado assim, e a entrevista conta sem áudio.
      </li>
      <li>
        Na aba “Entrevistas”, envie a gravação de cada uma e processe. O custo depende da duração e é mostrado
        antes.
      </li>
      <li>
        Na aba “Resultados”, o mapa mostra cada resposta de cada entrevista com o seu veredito. Abra uma
        célula para ouvir o trecho, ver o que foi lido, dito e digitado, e confirmar ou mudar o veredito com
        um motivo. O endereço guarda os filtros e a célula aberta: mande o link a quem vai ouvir.
      </li>
    </ol>
  ),
  vereditos: (
    <>
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
        Só há acusação com prova na gravação; sem ela, a célula fica para uma pessoa. O veredito da IA
        continua ao lado do seu, e ninguém revisa a entrevista que fez. Se você corrige uma frase da
        transcrição, o veredito é refeito e diz “após correção” com o seu nome; “Só a IA” não muda.
      </p>
    </>
  ),
  entrevistadores: (
    <p>
      Quem faz uma entrevista aqui entra em <A to={paths.agentes}>Entrevistadores</A> sozinho. Gerentes mudam
      o nome, dão os apelidos pelos quais planilhas e gravações conhecem a pessoa e juntam dois nomes que são
      a mesma: entrevistas, apelidos e acesso passam para quem fica.
    </p>
  ),
  status: (
    <dl>
      <dt>
        <ItemStatus status="pendente" />
      </dt>
      <dd>
        Registrado, ainda sem processamento: falta a gravação, ou a ligação ficou fora da amostra. O botão
        “Processar” sempre vale, mesmo fora da amostra.
      </dd>
      <dt>
        <ItemStatus status="processando" />
      </dt>
      <dd>
        Em uma das etapas: áudio, transcrição, análise de texto, confronto das respostas (em entrevistas),
        insights e contabilização. A página acompanha sozinha.
      </dd>
      <dt>
        <ItemStatus status="concluido" />
      </dt>
      <dd>O resultado está completo. “Regenerar análise” refaz análise e insights e usa créditos de novo.</dd>
      <dt>
        <ItemStatus status="erro" />
      </dt>
      <dd>
        O motivo está na ligação ou na entrevista, e os créditos voltaram para o saldo. Corrija a causa e
        processe de novo.
      </dd>
    </dl>
  ),
  gravacoes: (
    <p>
      Em gravações estéreo, o agente é o canal esquerdo, a menos que o projeto diga o contrário. Assim o
      sistema sabe quem falou, mede silêncios, sobreposições e interrupções e separa as falas. Gravações de um
      canal só também são aceitas, sem essa separação.
    </p>
  ),
  pontuacao: (
    <ul>
      <li>
        Cada template de insight tem critérios com pesos. A pontuação é a soma dos pesos atendidos dividida
        pela soma dos pesos avaliados, de 0 a 100%.
      </li>
      <li>Critérios que não se aplicam à gravação não contam.</li>
      <li>
        Só conta o que tem prova: a resposta cita um trecho, e o sistema confere se ele está na transcrição.
        Sem prova, a resposta não soma nem desconta e vai para revisão.
      </li>
      <li>Um critério crítico não atendido limita a pontuação a 40%.</li>
      <li>
        O que uma pessoa corrige vale: a pontuação é recalculada com a resposta dela, e a da IA fica ao lado.
        Um insight rejeitado por inteiro sai de todas as médias. Desfazer o veredito desfaz isso.
      </li>
      <li>
        “Qualidade Média” é a média das pontuações das gravações avaliadas, pelo mês em que foram registradas.
      </li>
    </ul>
  ),
  confianca: (
    <p>
      A confiança diz quão segura está a análise: alta a partir de 80%, média a partir de 50%, baixa abaixo
      disso. Um insight pede revisão quando falhou, trouxe alertas ou ficou abaixo de 70% sem que alguém o
      validasse.
    </p>
  ),
  alertas: (
    <ul>
      <li>Insights que esperam na fila de revisão, os mesmos que ela mostra, qualquer que seja a idade.</li>
      <li>Itens registrados nos últimos 30 dias que terminaram em erro.</li>
      <li>Tickets críticos em aberto.</li>
      <li>Saldo de créditos baixo.</li>
    </ul>
  ),
  creditos: (
    <p>
      Uma ligação processada usa um crédito, e uma entrevista usa créditos conforme a duração da gravação: são
      reservados no pedido, confirmados no fim e devolvidos se não houver resultado. Saldo, pacotes e extrato
      ficam em <A to={paths.creditos}>Créditos</A>; comprar cabe a gestores.
    </p>
  ),
  telefonia: (
    <p>
      Em <A to={paths.perfil}>Configurações</A>, a aba “Configurações Asterisk” guarda o servidor da empresa.
      Crie um usuário ARI no Asterisk, habilite o ARI na porta 8088 e use “Testar Conexão”. A extensão do
      Chrome usa essa configuração, que vale para toda a empresa; a senha fica cifrada e não volta a ser
      mostrada.
    </p>
  ),
  papeis: (
    <ul>
      <li>Usuário: trabalha com projetos, ligações, entrevistas, resultados e tickets.</li>
      <li>Gerente: também edita a empresa, convida pessoas, compra créditos e exclui.</li>
      <li>Administrador: cuida da instalação inteira, de todas as empresas.</li>
    </ul>
  ),
};
