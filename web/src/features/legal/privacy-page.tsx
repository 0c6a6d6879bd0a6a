import { Link } from 'react-router-dom';
import type { Operador } from '../../lib/network/operador.ts';
import { paths } from '../../lib/paths.ts';
import { LegalPage, type LegalSection } from './legal-page.tsx';
import { Contacts, identity, identitySentence, Officer } from './operator-parts.tsx';

/** The privacy policy (Lei 13.709/2018). A material change must change TERMOS_VERSAO. */
const sections = (operador: Operador): readonly LegalSection[] => [
  {
    id: 'quem-somos',
    titulo: 'Quem somos e a que este texto se aplica',
    texto: (
      <>
        <p>
          A Escuta é uma plataforma que transcreve e audita conversas de call center e entrevistas de pesquisa
          com inteligência artificial. Esta instalação é operada por {identity(operador)} (“nós”).
        </p>
        <p>
          Esta política explica como dados pessoais são tratados no site e na plataforma, conforme a Lei Geral
          de Proteção de Dados Pessoais (Lei nº 13.709/2018, “LGPD”). As regras de uso estão nos{' '}
          <Link to={paths.termos}>Termos de Uso</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'papeis',
    titulo: 'Controlador e operador',
    texto: (
      <>
        <p>Os papéis da LGPD (art. 5º, VI e VII) se dividem assim:</p>
        <ul>
          <li>
            <strong>Conteúdo das conversas.</strong> A empresa cliente que envia ligações, entrevistas e
            planilhas é a controladora: ela decide por que e como esses dados são tratados, tem a base legal
            para gravar e auditar, e informa as pessoas gravadas. Nós somos a operadora: tratamos esses dados
            em nome dela e segundo as suas instruções (art. 39).
          </li>
          <li>
            <strong>Contas, cobrança e site.</strong> Para os dados de cadastro das pessoas que usam a
            plataforma, os registros de acesso e os pedidos de demonstração, nós somos a controladora.
          </li>
        </ul>
        <p>
          Se você foi gravado em uma ligação ou entrevista, o seu pedido deve ir primeiro à empresa que falou
          com você. Se o pedido chegar até nós, nós o encaminharemos à empresa.
        </p>
      </>
    ),
  },
  {
    id: 'dados',
    titulo: 'Que dados tratamos',
    texto: (
      <ul>
        <li>
          <strong>Gravações de voz</strong> de ligações e entrevistas, com data, duração, ramal e número de
          telefone.
        </li>
        <li>
          <strong>Transcrições</strong> e o que delas se extrai: frases, sentimento, palavras ofensivas,
          silêncios e interrupções, resumos, critérios avaliados, pontuações e as citações que os sustentam.
        </li>
        <li>
          <strong>Dados de quem foi gravado</strong> que a empresa informa ou que são ditos na conversa: nome,
          telefone, documentos, respostas de pesquisa e, conforme o assunto, dados sensíveis (art. 5º, II).
        </li>
        <li>
          <strong>Cadastro da empresa</strong>: nome, CNPJ, endereço, segmento, volume mensal e créditos.
        </li>
        <li>
          <strong>Conta de quem usa a plataforma</strong>: nome, e-mail, papel, senha (guardada somente como
          resumo criptográfico) e a versão dos termos aceita.
        </li>
        <li>
          <strong>Registros</strong>: acessos e ações sensíveis com data, conta e endereço IP, e o conteúdo
          dos chamados de suporte.
        </li>
        <li>
          <strong>Contatos comerciais</strong>: nome, e-mail e telefone de quem pede uma demonstração.
        </li>
        <li>
          <strong>Credenciais de telefonia</strong> da empresa, cifradas, quando ela liga a plataforma ao seu
          PABX.
        </li>
      </ul>
    ),
  },
  {
    id: 'finalidades',
    titulo: 'Finalidades e base legal',
    texto: (
      <>
        <ul>
          <li>
            Prestar o serviço contratado: guardar, transcrever e analisar as conversas (execução de contrato,
            art. 7º, V, na relação com a empresa; a base legal perante as pessoas gravadas é definida pela
            empresa controladora).
          </li>
          <li>Criar e proteger contas, enviar convites e links de senha (art. 7º, V e IX).</li>
          <li>
            Registrar acessos e ações sensíveis, prevenir fraude e abuso (obrigação legal e legítimo
            interesse, art. 7º, II e IX; Lei nº 12.965/2014, art. 15).
          </li>
          <li>Cobrar e prestar contas do uso de créditos (art. 7º, II e V).</li>
          <li>
            Responder a pedidos de demonstração e de suporte (procedimentos preliminares ao contrato e
            legítimo interesse, art. 7º, V e IX).
          </li>
        </ul>
        <p>
          Não vendemos dados pessoais, não os usamos para publicidade e não usamos as gravações dos clientes
          para treinar modelos de inteligência artificial. Não fazemos reconhecimento de pessoas pela voz.
        </p>
      </>
    ),
  },
  {
    id: 'suboperadores',
    titulo: 'Com quem compartilhamos',
    texto: (
      <>
        <p>Compartilhamos dados pessoais somente com:</p>
        <ul>
          <li>
            <strong>Provedores de inteligência artificial</strong>, como suboperadores: o provedor de
            transcrição recebe o áudio; o provedor de análise recebe a transcrição e os critérios. O contrato
            e as configurações da instalação dizem quais são, e eles não podem usar os dados para outra
            finalidade. A instalação pode também usar modelos próprios, sem envio a terceiros.
          </li>
          <li>
            <strong>Hospedagem, armazenamento e e-mail</strong>: os fornecedores de infraestrutura em que esta
            instalação roda.
          </li>
          <li>
            <strong>A própria empresa cliente</strong>: cada empresa vê somente os próprios dados. A equipe de
            administração da instalação acessa dados de empresas apenas para suporte e operação, e os acessos
            sensíveis ficam registrados.
          </li>
          <li>
            <strong>Autoridades</strong>, quando a lei ou uma ordem válida exigir.
          </li>
          <li>
            O CEP digitado no cadastro de uma empresa é consultado em um serviço público de endereços, sem
            outros dados.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'transferencia',
    titulo: 'Transferência internacional',
    texto: (
      <p>
        Provedores de inteligência artificial e de infraestrutura podem processar dados fora do Brasil. Nesses
        casos a transferência segue os arts. 33 a 36 da LGPD e a Resolução CD/ANPD nº 19/2024, com cláusulas
        contratuais padrão ou outro mecanismo previsto em lei. A empresa cliente pode pedir a lista atual de
        suboperadores e países pelos contatos abaixo.
      </p>
    ),
  },
  {
    id: 'retencao',
    titulo: 'Por quanto tempo guardamos',
    texto: (
      <ul>
        <li>
          Gravações, transcrições e resultados: enquanto durar o contrato e a empresa não os excluir. A
          exclusão de uma ligação pela empresa apaga a gravação do armazenamento e, no ciclo seguinte, das
          cópias de segurança.
        </li>
        <li>
          Encerrado o contrato, os dados são devolvidos ou eliminados conforme a instrução da empresa (art.
          16), salvo o que a lei manda guardar.
        </li>
        <li>Registros de acesso: no mínimo 6 meses (Lei nº 12.965/2014, art. 15).</li>
        <li>Lançamentos de créditos e documentos fiscais: pelos prazos da legislação fiscal e civil.</li>
        <li>
          Conta: até a exclusão, que a própria pessoa pode fazer no perfil. Registros de ações já feitas
          permanecem, para prestação de contas.
        </li>
        <li>Pedidos de demonstração: até 24 meses depois do último contato, ou até você pedir a exclusão.</li>
      </ul>
    ),
  },
  {
    id: 'direitos',
    titulo: 'Seus direitos',
    texto: (
      <>
        <p>O art. 18 da LGPD garante a você, a qualquer momento e sem custo:</p>
        <ul>
          <li>confirmação de que tratamos seus dados e acesso a eles;</li>
          <li>correção de dados incompletos, inexatos ou desatualizados;</li>
          <li>anonimização, bloqueio ou eliminação de dados desnecessários, excessivos ou ilícitos;</li>
          <li>portabilidade a outro fornecedor;</li>
          <li>eliminação dos dados tratados com consentimento;</li>
          <li>informação sobre com quem os dados foram compartilhados;</li>
          <li>informação sobre a possibilidade de não consentir e suas consequências;</li>
          <li>revogação do consentimento e oposição a tratamento feito sem ele.</li>
        </ul>
        <p>
          Escreva ao encarregado, indicado no fim desta página. Respondemos nos prazos do art. 19. Você também
          pode reclamar à Autoridade Nacional de Proteção de Dados (gov.br/anpd).
        </p>
      </>
    ),
  },
  {
    id: 'decisoes-automatizadas',
    titulo: 'Decisões automatizadas e revisão humana',
    texto: (
      <>
        <p>
          Pontuações, sentimentos e alertas são produzidos por inteligência artificial e podem conter erros.
          Por isso cada afirmação traz a frase da conversa que a sustenta, e a que não tem frase é marcada e
          vai para revisão de uma pessoa.
        </p>
        <p>
          Os resultados apoiam o trabalho de supervisores e não devem, sozinhos, fundamentar decisões que
          afetem os interesses de alguém, como punições ou negativas. Quem se considerar afetado por decisão
          tomada unicamente com base neles pode pedir revisão e os critérios usados (art. 20) à empresa
          controladora, que conta com o nosso apoio.
        </p>
      </>
    ),
  },
  {
    id: 'seguranca',
    titulo: 'Segurança',
    texto: (
      <>
        <p>Adotamos medidas técnicas e administrativas (art. 46), entre elas:</p>
        <ul>
          <li>separação dos dados por empresa, conferida em cada consulta;</li>
          <li>senhas guardadas com função própria para isso (Argon2id) e nunca em texto legível;</li>
          <li>chaves de API e credenciais de telefonia cifradas (AES-256-GCM);</li>
          <li>limite de tentativas de entrada, links de senha de uso único e sessões que expiram;</li>
          <li>links de gravação assinados digitalmente e válidos por pouco tempo;</li>
          <li>registro de ações sensíveis e de quem abre, ouve ou baixa cada gravação.</li>
        </ul>
        <p>
          Um incidente que possa causar risco ou dano relevante é comunicado à empresa controladora, à ANPD e
          às pessoas afetadas, como manda o art. 48.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    titulo: 'Cookies e armazenamento no navegador',
    texto: (
      <>
        <p>
          Usamos somente o que é necessário ao funcionamento; não há cookies de publicidade nem de medição de
          terceiros:
        </p>
        <ul>
          <li>
            <strong>sidebar_state</strong> (cookie, 7 dias): se o menu lateral está aberto ou recolhido.
          </li>
          <li>
            <strong>token, user e empresa</strong> (armazenamento local): a sua sessão; os dados são apagados
            quando você sai ou quando a sessão expira.
          </li>
          <li>
            <strong>tema</strong> (armazenamento local): tema claro ou escuro, quando você seleciona um deles.
          </li>
        </ul>
        <p>Você pode apagá-los no navegador a qualquer momento; sem a sessão, será preciso entrar de novo.</p>
      </>
    ),
  },
  {
    id: 'criancas',
    titulo: 'Crianças e adolescentes',
    texto: (
      <p>
        A plataforma destina-se a empresas e a maiores de 18 anos. Quando uma pesquisa envolver crianças ou
        adolescentes, cabe à empresa controladora observar o art. 14 da LGPD.
      </p>
    ),
  },
  {
    id: 'mudancas',
    titulo: 'Mudanças nesta política',
    texto: (
      <p>
        Cada versão leva a data em que passa a valer, no topo da página. Mudanças relevantes são avisadas na
        plataforma ou por e-mail com antecedência razoável, e cada conta guarda a versão que aceitou.
      </p>
    ),
  },
  {
    id: 'contato',
    titulo: 'Contato e encarregado',
    texto: (
      <>
        <p>{identitySentence(operador)}</p>
        <Contacts operador={operador} />
        <Officer operador={operador} />
      </>
    ),
  },
];

export default function PrivacyPage() {
  return (
    <LegalPage
      titulo="Política de Privacidade"
      resumo="Quais dados pessoais tratamos, para quê e por quanto tempo, e quais são os seus direitos."
      sections={sections}
    />
  );
}
