import { Link } from 'react-router-dom';
import type { Operador } from '../../lib/network/operador.ts';
import { paths } from '../../lib/paths.ts';
import { LegalPage, type LegalSection } from './legal-page.tsx';
import { Contacts, identity, identitySentence } from './operator-parts.tsx';

/** The terms of use. A material change must change TERMOS_VERSAO. */
const sections = (operador: Operador): readonly LegalSection[] => [
  {
    id: 'aceitacao',
    titulo: 'Partes e aceitação',
    texto: (
      <>
        <p>
          Estes termos regem o uso da Escuta nesta instalação, operada por {identity(operador)} (“nós”), pela
          empresa cliente e pelas pessoas que ela autoriza.
        </p>
        <p>
          Ao cadastrar uma empresa ou definir a senha de um convite, você declara ter poderes para isso e
          aceita estes termos e a <Link to={paths.privacidade}>Política de Privacidade</Link>. Um contrato
          assinado entre nós e a empresa prevalece no que for diferente.
        </p>
      </>
    ),
  },
  {
    id: 'servico',
    titulo: 'O serviço',
    texto: (
      <>
        <p>
          A Escuta recebe gravações de ligações e entrevistas, transcreve, confere critérios definidos pela
          empresa, aponta divergências e produz relatórios. Cada conclusão indica a frase da conversa em que
          se apoia.
        </p>
        <p>
          Resultados de inteligência artificial podem conter erros e dependem da qualidade do áudio e dos
          critérios. Eles apoiam, e não substituem, o julgamento de pessoas: confira a evidência antes de
          decidir sobre alguém.
        </p>
      </>
    ),
  },
  {
    id: 'contas',
    titulo: 'Contas e acesso',
    texto: (
      <ul>
        <li>Os dados de cadastro devem ser verdadeiros e atuais; cada conta é de uma pessoa.</li>
        <li>
          O gerente da empresa convida pessoas, define papéis e responde por quem tem acesso. Quem sai da
          empresa deve ser desativado.
        </li>
        <li>
          Senhas e a chave de API são confidenciais. Avise-nos logo se suspeitar de uso indevido; a chave pode
          ser trocada no perfil da empresa.
        </li>
        <li>Sessões expiram, e a troca de senha encerra as outras sessões.</li>
      </ul>
    ),
  },
  {
    id: 'creditos',
    titulo: 'Planos, créditos e pagamento',
    texto: (
      <ul>
        <li>
          Cada ligação processada consome um crédito; cada entrevista consome créditos conforme a duração da
          gravação. O extrato mostra todos os lançamentos.
        </li>
        <li>
          A ligação ou a entrevista que não puder ser analisada, por falha do serviço ou porque a gravação não
          tem som, não consome crédito; a reserva é estornada.
        </li>
        <li>
          Preços e volumes são os do plano ou pacote no momento da compra. Valores, faturamento, validade e
          reembolso seguem a proposta ou o contrato da empresa.
        </li>
        <li>
          Sem saldo, novos processamentos aguardam a compra de créditos; os resultados existentes continuam
          acessíveis.
        </li>
      </ul>
    ),
  },
  {
    id: 'obrigacoes',
    titulo: 'Obrigações da empresa cliente',
    texto: (
      <>
        <p>A empresa é a controladora das conversas que envia (LGPD, art. 5º, VI) e se compromete a:</p>
        <ul>
          <li>ter base legal para gravar, enviar e auditar as conversas, e informar as pessoas gravadas;</li>
          <li>atender aos pedidos dos titulares, com o nosso apoio técnico;</li>
          <li>enviar somente o que tem direito de usar e o que é preciso para a auditoria;</li>
          <li>
            informar trabalhadores monitorados e respeitar a legislação trabalhista e de defesa do consumidor;
          </li>
          <li>garantir revisão humana de decisões que afetem pessoas.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'uso-aceitavel',
    titulo: 'Usos não permitidos',
    texto: (
      <ul>
        <li>Gravar ou analisar conversas obtidas de forma ilícita.</li>
        <li>Identificar pessoas pela voz, ou discriminar de forma ilícita ou abusiva.</li>
        <li>
          Acessar dados de outra empresa, contornar limites ou testar a segurança sem autorização escrita.
        </li>
        <li>Enviar código malicioso ou sobrecarregar o serviço de propósito.</li>
        <li>Revender o acesso sem acordo nosso.</li>
      </ul>
    ),
  },
  {
    id: 'dados',
    titulo: 'Tratamento de dados como operadora',
    texto: (
      <>
        <p>Quanto às conversas, tratamos dados pessoais em nome da empresa e nos comprometemos a:</p>
        <ul>
          <li>seguir as instruções lícitas dela, que são estes termos e as configurações da plataforma;</li>
          <li>manter sigilo e as medidas de segurança descritas na Política de Privacidade;</li>
          <li>
            usar suboperadores (provedores de inteligência artificial, hospedagem, e-mail) com obrigações
            equivalentes, e informá-los a pedido;
          </li>
          <li>comunicar incidentes sem demora injustificada;</li>
          <li>devolver ou eliminar os dados ao fim do contrato, salvo guarda legal.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'propriedade',
    titulo: 'Propriedade intelectual',
    texto: (
      <p>
        As gravações, as planilhas, os critérios e os resultados são da empresa cliente. O software, a marca e
        a documentação da Escuta são de seus titulares; o uso é licenciado enquanto durar a contratação, sem
        exclusividade e sem direito de cópia ou engenharia reversa além do que a lei permite.
      </p>
    ),
  },
  {
    id: 'disponibilidade',
    titulo: 'Disponibilidade e suporte',
    texto: (
      <p>
        Trabalhamos para manter o serviço disponível e podemos fazer manutenções, avisadas quando possível. O
        suporte é pela tela Suporte ou pelos contatos abaixo. Níveis de serviço garantidos existem quando o
        contrato os prevê.
      </p>
    ),
  },
  {
    id: 'responsabilidade',
    titulo: 'Responsabilidade',
    texto: (
      <p>
        Cada parte responde pelos danos que causar por descumprir estes termos ou a lei. Na medida permitida,
        não respondemos por decisões tomadas só com base em resultados automáticos, por falha de terceiros
        fora do nosso controle, nem por lucros cessantes. Nada aqui afasta direitos que a lei não permite
        afastar, em especial os da LGPD e do Código de Defesa do Consumidor.
      </p>
    ),
  },
  {
    id: 'encerramento',
    titulo: 'Suspensão e encerramento',
    texto: (
      <p>
        A empresa pode encerrar o uso a qualquer momento, e cada pessoa pode excluir a própria conta no
        perfil. Podemos suspender o acesso em caso de uso não permitido, risco à segurança ou falta de
        pagamento, com aviso sempre que possível. Antes da eliminação, a empresa pode exportar seus dados.
      </p>
    ),
  },
  {
    id: 'mudancas',
    titulo: 'Mudanças nestes termos',
    texto: (
      <p>
        Cada versão leva a data em que passa a valer. Mudanças relevantes são avisadas na plataforma ou por
        e-mail com antecedência razoável. Quem não concordar pode encerrar o uso antes da vigência.
      </p>
    ),
  },
  {
    id: 'lei',
    titulo: 'Lei e foro',
    texto: (
      <p>
        Aplica-se a lei brasileira. O foro é o do domicílio do operador desta instalação, salvo o que a lei
        garantir ao consumidor ou o contrato dispuser.
      </p>
    ),
  },
  {
    id: 'contato',
    titulo: 'Contato',
    texto: (
      <>
        <p>{identitySentence(operador)}</p>
        <Contacts operador={operador} />
      </>
    ),
  },
];

export default function TermsPage() {
  return (
    <LegalPage
      titulo="Termos de Uso"
      resumo="O serviço da Escuta, os deveres de uso e os nossos compromissos."
      sections={sections}
    />
  );
}
