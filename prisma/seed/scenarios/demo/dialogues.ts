// Short invented conversations for the demonstration's history.

type Answer = 'sim' | 'nao';

/** A template's answer for each criterion, with quotes as evidence. */
type Answers = Record<string, { atendido: Answer; linha?: number; citacao?: string }>;

export type Dialogue = {
  sentimento: 'positivo' | 'neutro' | 'negativo';
  resumo: string;
  /** In order. `c`: customer, `a`: agent; `s`: sentiment, -1 to 1. */
  linhas: readonly { quem: 'a' | 'c'; texto: string; s: number }[];
  ofensas: readonly { linha: number; termo: string; contexto: string }[];
  /** By template name. */
  insights: Record<
    'Cortesia e empatia' | 'Resolução e próximos passos',
    { resumo: string; respostas: Answers }
  >;
  alerta: { titulo: string; descricao: string; gravidade: 'media' | 'alta'; linha: number } | null;
};

const semOfensa = { atendido: 'sim' } as const;

export const RESOLVIDA: Dialogue = {
  sentimento: 'positivo',
  resumo:
    'A cliente questionou o reajuste da fatura; o agente explicou, devolveu o desconto e informou o prazo.',
  linhas: [
    { quem: 'a', texto: 'Lumavia, bom dia. Em que posso ajudar, por favor?', s: 0.3 },
    { quem: 'c', texto: 'Bom dia. Quero entender o reajuste da minha fatura.', s: 0 },
    { quem: 'a', texto: 'Entendo a sua preocupação e vou verificar agora, só um momento.', s: 0.4 },
    { quem: 'c', texto: 'Tudo bem, eu aguardo.', s: 0.1 },
    {
      quem: 'a',
      texto: 'Obrigado por aguardar. O desconto volta na próxima fatura, até sexta-feira.',
      s: 0.5,
    },
    { quem: 'c', texto: 'Perfeito, muito obrigada pela atenção.', s: 0.8 },
  ],
  ofensas: [],
  insights: {
    'Cortesia e empatia': {
      resumo: 'Atendimento cordial, com reconhecimento do problema e aviso antes da espera.',
      respostas: {
        cordialidade: { atendido: 'sim', linha: 4, citacao: 'Obrigado por aguardar.' },
        empatia: { atendido: 'sim', linha: 2, citacao: 'Entendo a sua preocupação' },
        sem_ofensa: semOfensa,
        aviso_espera: { atendido: 'sim', linha: 2, citacao: 'vou verificar agora, só um momento' },
      },
    },
    'Resolução e próximos passos': {
      resumo: 'O desconto foi devolvido, com prazo, e a cliente ficou satisfeita.',
      respostas: {
        solucao: { atendido: 'sim', linha: 4, citacao: 'O desconto volta na próxima fatura' },
        prazo: { atendido: 'sim', linha: 4, citacao: 'até sexta-feira' },
        satisfacao: { atendido: 'sim', linha: 5, citacao: 'muito obrigada pela atenção' },
      },
    },
  },
  alerta: null,
};

export const DIRETA: Dialogue = {
  sentimento: 'neutro',
  resumo: 'O cliente pediu a mudança da data de vencimento e foi atendido sem mais conversa.',
  linhas: [
    { quem: 'a', texto: 'Lumavia, boa tarde.', s: 0.1 },
    { quem: 'c', texto: 'Boa tarde, quero mudar a data de vencimento.', s: 0 },
    { quem: 'a', texto: 'Certo. Aguarde um momento, por favor.', s: 0.1 },
    { quem: 'a', texto: 'A nova data fica para o dia dez.', s: 0.1 },
    { quem: 'c', texto: 'Está bem.', s: 0.1 },
  ],
  ofensas: [],
  insights: {
    'Cortesia e empatia': {
      resumo: 'Atendimento correto, mas sem demonstração de empatia.',
      respostas: {
        cordialidade: { atendido: 'sim', linha: 2, citacao: 'Aguarde um momento, por favor.' },
        empatia: { atendido: 'nao' },
        sem_ofensa: semOfensa,
        aviso_espera: { atendido: 'sim', linha: 2, citacao: 'Aguarde um momento' },
      },
    },
    'Resolução e próximos passos': {
      resumo: 'A mudança foi feita, com data; o cliente não disse se ficou satisfeito.',
      respostas: {
        solucao: { atendido: 'sim', linha: 3, citacao: 'A nova data fica para o dia dez.' },
        prazo: { atendido: 'sim', linha: 3, citacao: 'para o dia dez' },
        satisfacao: { atendido: 'nao' },
      },
    },
  },
  alerta: null,
};

/** Varies the customer's words and temper. */
const semSolucao = (
  queixa: string,
  ofensas: Dialogue['ofensas'],
  desabafo: string,
  fim: string,
): Dialogue => ({
  sentimento: 'negativo',
  resumo: 'O cliente ligou pela terceira vez pelo mesmo problema e encerrou a conversa sem solução.',
  linhas: [
    { quem: 'a', texto: 'Lumavia, boa tarde.', s: 0.1 },
    { quem: 'c', texto: queixa, s: -0.8 },
    { quem: 'a', texto: 'Qual é o número do contrato?', s: 0 },
    { quem: 'c', texto: desabafo, s: -0.9 },
    { quem: 'a', texto: 'Vou registrar a sua reclamação.', s: -0.1 },
    { quem: 'c', texto: fim, s: -0.8 },
  ],
  ofensas,
  insights: {
    'Cortesia e empatia': {
      resumo: 'O agente não reconheceu o problema de quem já havia ligado outras vezes.',
      respostas: {
        cordialidade: { atendido: 'nao' },
        empatia: { atendido: 'nao' },
        sem_ofensa: semOfensa,
        aviso_espera: { atendido: 'nao' },
      },
    },
    'Resolução e próximos passos': {
      resumo: 'Nada foi resolvido nem combinado.',
      respostas: {
        solucao: { atendido: 'nao' },
        prazo: { atendido: 'nao' },
        satisfacao: { atendido: 'nao' },
      },
    },
  },
  alerta: {
    titulo: 'Contato repetido sem solução',
    descricao: 'O cliente diz que já ligou outras vezes pelo mesmo problema.',
    gravidade: 'media',
    linha: 1,
  },
});

const RECLAMA = 'Já é a terceira vez que eu ligo.';
const EMPRESA = 'Dirigida à empresa.';
export const SEM_SOLUCAO: readonly Dialogue[] = [
  semSolucao(RECLAMA, [], 'Ninguém resolve o meu problema.', 'Vou procurar o Procon.'),
  semSolucao(
    'Já é a terceira vez que eu ligo, que droga de atendimento.',
    [{ linha: 1, termo: 'droga', contexto: 'Dirigida ao atendimento.' }],
    'Ninguém resolve o meu problema.',
    'Está bem, vou aguardar.',
  ),
  semSolucao(
    'Já é a terceira vez que eu ligo, que droga.',
    [
      { linha: 1, termo: 'droga', contexto: 'Dirigida à situação.' },
      { linha: 3, termo: 'incompetentes', contexto: EMPRESA },
    ],
    'Ninguém resolve nada, vocês são incompetentes.',
    'Vou procurar o Procon.',
  ),
  semSolucao(
    RECLAMA,
    [{ linha: 5, termo: 'palhaçada', contexto: 'Dirigida à situação.' }],
    'Ninguém resolve o meu problema.',
    'Isso é uma palhaçada.',
  ),
  semSolucao(
    RECLAMA,
    [{ linha: 3, termo: 'ladrões', contexto: EMPRESA }],
    'Vocês são uns ladrões, a cobrança veio de novo.',
    'Quero falar com o supervisor.',
  ),
];

export const RISPIDA: Dialogue = {
  sentimento: 'negativo',
  resumo: 'O agente perdeu a paciência, ofendeu o cliente, e a conversa terminou em pedido de cancelamento.',
  linhas: [
    { quem: 'c', texto: 'Ainda não entendi a cobrança.', s: -0.2 },
    { quem: 'a', texto: 'O senhor não escutou? Eu já expliquei isso.', s: -0.5 },
    { quem: 'c', texto: 'Não precisa falar assim comigo.', s: -0.6 },
    { quem: 'a', texto: 'Se não fosse tão burro teria entendido.', s: -0.9 },
    { quem: 'c', texto: 'Quero cancelar o serviço.', s: -0.7 },
  ],
  ofensas: [{ linha: 3, termo: 'burro', contexto: 'Dirigida pelo agente ao cliente.' }],
  insights: {
    'Cortesia e empatia': {
      resumo: 'O agente ofendeu o cliente.',
      respostas: {
        cordialidade: { atendido: 'nao' },
        empatia: { atendido: 'nao' },
        sem_ofensa: { atendido: 'nao', linha: 3, citacao: 'Se não fosse tão burro teria entendido.' },
        aviso_espera: { atendido: 'nao' },
      },
    },
    'Resolução e próximos passos': {
      resumo: 'A dúvida não foi respondida, e o cliente pediu o cancelamento.',
      respostas: {
        solucao: { atendido: 'nao' },
        prazo: { atendido: 'nao' },
        satisfacao: { atendido: 'nao' },
      },
    },
  },
  alerta: {
    titulo: 'Ofensa do agente',
    descricao: 'O agente usou uma palavra ofensiva contra o cliente.',
    gravidade: 'alta',
    linha: 3,
  },
};
