// Short invented conversations for the demonstration's history, composed from the agent's strengths and the customer's
// subject, so that verdicts, quotes and words agree.
import type { Acerto } from './agents.ts';

type Resposta = { atendido: 'sim' | 'nao' | 'nao_se_aplica'; linha?: number; citacao?: string };
/** A template's answers by criterion, with quotes. */
type Answers = Record<string, Resposta>;
type NomeDoTemplate =
  | 'Aderência ao script de atendimento'
  | 'Cortesia e empatia'
  | 'Avisos obrigatórios (Decreto 11.034/2022)'
  | 'Resolução e próximos passos';

export type Dialogue = {
  sentimento: 'positivo' | 'neutro' | 'negativo';
  resumo: string;
  /** Lines in order. `c`: customer, `a`: agent; `s`: sentiment, -1 to 1. */
  linhas: readonly { quem: 'a' | 'c'; texto: string; s: number }[];
  ofensas: readonly { linha: number; termo: string; contexto: string }[];
  respostas: Record<NomeDoTemplate, Answers>;
  alertas: readonly {
    template: NomeDoTemplate;
    titulo: string;
    descricao: string;
    gravidade: 'media' | 'alta';
    linha: number;
  }[];
};

export type Tema = {
  /** The customer's wish, to complete the summary 'O cliente quis …'. */
  quis: string;
  pedido: string;
  solucao: string;
  /** The agent's words if there is no solution. */
  recusa: string;
  /** True if the criterion on cancelling applies, because the customer asks to cancel. */
  cancela?: true;
  venda?: true;
  /** Relative weight of the subject: before the last weeks, and in them. */
  peso: readonly [antes: number, agora: number];
  /** Factor for the probability of a solution; 1 if missing. */
  resolve?: number;
};

/** Subjects of calls. Complaints about the new app are recent, those about the higher bill older. */
export const TEMAS: readonly Tema[] = [
  {
    quis: 'entender o reajuste da fatura',
    pedido: 'Quero entender o reajuste da minha fatura, veio mais cara.',
    solucao: 'O desconto volta na próxima fatura',
    recusa: 'O reajuste está no contrato, não tem o que fazer.',
    peso: [44, 12],
  },
  {
    quis: 'usar o aplicativo novo, que não abre',
    pedido: 'O aplicativo novo não abre e eu não consigo pegar o boleto.',
    solucao: 'Enviei o boleto por mensagem e abri um chamado para o aplicativo',
    recusa: 'O aplicativo está fora do ar, tente mais tarde.',
    peso: [1, 60],
    resolve: 0.6,
  },
  {
    quis: 'reclamar da internet que cai',
    pedido: 'A internet cai toda noite e eu trabalho em casa.',
    solucao: 'Agendei a visita do técnico sem custo',
    recusa: 'Aqui no sistema a sua conexão está normal.',
    peso: [28, 26],
  },
  {
    quis: 'mudar a data de vencimento',
    pedido: 'Preciso mudar a data de vencimento da conta.',
    solucao: 'A mudança do vencimento foi registrada',
    recusa: 'Só dá para mudar o vencimento pelo site.',
    peso: [16, 15],
  },
  {
    quis: 'cancelar o pacote de televisão',
    pedido: 'Quero cancelar o pacote de televisão, quase não uso.',
    solucao: 'Já cancelei o pacote de televisão, sem multa',
    recusa: 'Cancelar por aqui não dá, tem que ir à loja.',
    cancela: true,
    peso: [14, 20],
  },
];
export const TEMAS_DE_VENDA: readonly Tema[] = [
  {
    quis: 'contratar a fibra',
    pedido: 'Vi a propaganda da fibra e quero saber o preço.',
    solucao: 'O pedido da fibra foi concluído, com instalação grátis',
    recusa: 'Na sua rua a fibra ainda não chegou.',
    venda: true,
    peso: [50, 50],
  },
  {
    quis: 'trocar de plano no celular',
    pedido: 'Quero trocar o meu plano do celular por um com mais internet.',
    solucao: 'A troca do plano foi concluída',
    recusa: 'Com o seu contrato não dá para trocar agora.',
    venda: true,
    peso: [30, 30],
  },
  {
    quis: 'fazer a portabilidade do número',
    pedido: 'Estou em outra operadora e quero fazer a portabilidade do meu número.',
    solucao: 'O pedido de portabilidade foi registrado',
    recusa: 'A portabilidade só é feita na loja.',
    venda: true,
    peso: [20, 20],
  },
];

/** Outbursts of annoyed customers; each fits any subject. */
const DESABAFOS: readonly { texto: string; termo?: string; contexto?: string }[] = [
  { texto: 'Já é a terceira vez que eu ligo por isso.' },
  {
    texto: 'Já é a terceira vez que eu ligo, que droga de atendimento.',
    termo: 'droga',
    contexto: 'Dirigida ao atendimento.',
  },
  {
    texto: 'Ninguém resolve nada, vocês são incompetentes.',
    termo: 'incompetentes',
    contexto: 'Dirigida à empresa.',
  },
  { texto: 'De novo isso? É uma palhaçada.', termo: 'palhaçada', contexto: 'Dirigida à situação.' },
  {
    texto: 'A cobrança veio de novo, vocês são uns ladrões.',
    termo: 'ladrões',
    contexto: 'Dirigida à empresa.',
  },
  { texto: 'Já liguei outras vezes e ninguém resolve o meu problema.' },
];
const PRAZOS = ['até sexta-feira', 'em até dois dias úteis', 'no dia dez', 'até amanhã às seis'] as const;
const DIGITOS = ['zero', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove'] as const;

type Escolhas = {
  agente: string;
  tema: Tema;
  acertos: ReadonlySet<Acerto>;
  /** Number that varies the conversation's words. */
  n: number;
  manha: boolean;
  /** Flags: customer annoyed; customer satisfied at the end; customer mentions Procon; agent insults the customer. */
  irritado: boolean;
  satisfeito: boolean;
  procon: boolean;
  ofende: boolean;
};

/** Composes a conversation with its verdicts. */
export function composeDialogue(escolhas: Escolhas): Dialogue {
  const { acertos, tema, n, irritado, satisfeito, procon, ofende } = escolhas;
  const linhas: Dialogue['linhas'][number][] = [];
  const ofensas: Dialogue['ofensas'][number][] = [];
  const alertas: Dialogue['alertas'][number][] = [];
  const say = (quem: 'a' | 'c', texto: string, s: number) => linhas.push({ quem, texto, s }) - 1;
  const quote = (linha: number | undefined, citacao = linhas[linha ?? -1]?.texto ?? ''): Resposta =>
    linha === undefined ? { atendido: 'nao' } : { atendido: 'sim', linha, citacao };
  const does = (acerto: Acerto) => acertos.has(acerto);

  const greeting = `Lumavia, ${escolhas.manha ? 'bom dia' : 'boa tarde'}`;
  const name = does('nome') ? `, meu nome é ${escolhas.agente.split(' ')[0]}` : '';
  const opening = say('a', `${greeting}${name}. Em que posso ajudar?`, 0.2);
  const notice = does('gravacao') ? say('a', 'Informo que esta ligação está sendo gravada.', 0) : undefined;
  say('c', tema.pedido, irritado ? -0.5 : 0);
  const empathy = does('empatia')
    ? say('a', 'Entendo a sua preocupação, sinto muito pelo transtorno.', 0.4)
    : undefined;
  if (irritado) {
    const outburst = DESABAFOS[n % DESABAFOS.length] ?? { texto: '' };
    const linha = say('c', outburst.texto, -0.8);
    if (outburst.termo) ofensas.push({ linha, termo: outburst.termo, contexto: outburst.contexto ?? '' });
    alertas.push({
      template: 'Resolução e próximos passos',
      titulo: 'Contato repetido sem solução',
      descricao: 'O cliente diz que já ligou outras vezes pelo mesmo problema.',
      gravidade: 'media',
      linha,
    });
  }
  const asked = does('dados')
    ? say(
        'a',
        `${does('cortesia') ? 'Por gentileza, o' : 'O'} senhor confirma o nome completo e o final do CPF?`,
        does('cortesia') ? 0.2 : 0,
      )
    : undefined;
  if (asked !== undefined) say('c', `O final é ${DIGITOS[n % 10]}, ${DIGITOS[(n * 7) % 10]}.`, 0);
  const wait = does('espera') ? say('a', 'Vou consultar o sistema, só um momento.', 0.1) : undefined;
  if (wait === undefined) say('c', 'Alô? Você ainda está aí?', -0.3);
  const insult = ofende ? say('a', 'Se não fosse tão burro teria entendido.', -0.9) : undefined;
  if (insult !== undefined) {
    ofensas.push({ linha: insult, termo: 'burro', contexto: 'Dirigida pelo agente ao cliente.' });
    alertas.push({
      template: 'Cortesia e empatia',
      titulo: 'Ofensa do agente',
      descricao: 'O agente usou uma palavra ofensiva contra o cliente.',
      gravidade: 'alta',
      linha: insult,
    });
    say('c', 'Não precisa falar assim comigo.', -0.7);
  }
  const term = PRAZOS[n % PRAZOS.length] ?? PRAZOS[0];
  const solved = does('solucao');
  const promised = solved && does('prazo');
  const answer = say(
    'a',
    solved ? `${tema.solucao}${promised ? `, ${term}` : ''}.` : tema.recusa,
    solved ? 0.4 : -0.1,
  );
  const protocol = does('protocolo')
    ? say('a', `O número do protocolo é ${[3, 5, 7, 11].map((k) => DIGITOS[(n * k) % 10]).join(', ')}.`, 0)
    : undefined;
  const more = does('maisAjuda') ? say('a', 'Posso ajudar em algo mais?', 0.2) : undefined;
  const end = satisfeito
    ? say('c', 'Agradeço muito, você resolveu rápido.', 0.8)
    : say(
        'c',
        procon ? 'Vou reclamar no Procon.' : irritado ? 'Que atendimento ruim.' : 'Está bem, então.',
        procon || irritado ? -0.8 : 0,
      );
  if (procon)
    alertas.push({
      template: 'Avisos obrigatórios (Decreto 11.034/2022)',
      titulo: 'Risco de reclamação em órgão de defesa',
      descricao: 'O cliente falou em reclamar em órgão de defesa ou na Justiça.',
      gravidade: 'alta',
      linha: end,
    });
  const thanks = does('cortesia')
    ? say('a', 'A Lumavia agradece a sua ligação, tenha um ótimo dia.', 0.6)
    : undefined;
  const refused: Resposta = { atendido: 'nao', linha: answer, citacao: tema.recusa };

  return {
    sentimento: satisfeito ? 'positivo' : irritado || procon || ofende ? 'negativo' : 'neutro',
    resumo: `O cliente quis ${tema.quis}. ${solved ? `O agente resolveu${promised ? ' e informou o prazo' : ', sem dizer o prazo'}.` : 'A conversa terminou sem solução.'}`,
    linhas,
    ofensas,
    alertas,
    respostas: {
      'Aderência ao script de atendimento': {
        saudacao: quote(opening, greeting),
        identificacao: quote(name ? opening : undefined),
        confirmacao_dados: quote(asked),
        protocolo: quote(protocol),
        mais_ajuda: quote(more),
        encerramento: quote(thanks),
      },
      'Cortesia e empatia': {
        cordialidade: quote(does('cortesia') ? (asked ?? thanks) : undefined),
        empatia: quote(empathy),
        sem_ofensa:
          insult === undefined
            ? { atendido: 'sim' }
            : { atendido: 'nao', linha: insult, citacao: linhas[insult]?.texto ?? '' },
        aviso_espera: quote(wait),
      },
      'Avisos obrigatórios (Decreto 11.034/2022)': {
        aviso_gravacao: quote(notice),
        protocolo: quote(protocol),
        cancelamento: tema.cancela
          ? solved
            ? quote(answer, tema.solucao)
            : refused
          : { atendido: 'nao_se_aplica' },
      },
      'Resolução e próximos passos': {
        solucao: solved ? quote(answer, tema.solucao) : refused,
        prazo: promised ? quote(answer, term) : { atendido: 'nao' },
        satisfacao: quote(satisfeito ? end : undefined),
      },
    },
  };
}
