/**
 * The five signals of fabrication (docs/decisions/0018-signals.md): what each is called, measured by and explained with. A signal is a
 * reason to listen, never an accusation: nothing happens by itself, nothing is added up.
 */

/** Raised whenever a rule or a limit of this folder changes what fires. */
export const VERSAO_REGRA = 3;

export const TIPOS_SINAL = [
  'digitada_antes',
  'mais_rapida',
  'mesma_gravacao',
  'respostas_quase_iguais',
  'sobreposta_ou_telefone',
] as const;
export type TipoSinal = (typeof TIPOS_SINAL)[number];

/** Whom a signal speaks of: one interview, an interviewer by the rate of their interviews, or interviews set against each other. */
export const ALVOS_SINAL = ['entrevista', 'entrevistador', 'par'] as const;
export type AlvoSinal = (typeof ALVOS_SINAL)[number];

/** Kinds of one family can have one cause: only families are counted as independent. */
export const FAMILIA_DO_SINAL = {
  digitada_antes: 'tempo',
  mais_rapida: 'tempo',
  mesma_gravacao: 'voz',
  respostas_quase_iguais: 'conteudo',
  sobreposta_ou_telefone: 'contato',
} as const satisfies Record<TipoSinal, 'tempo' | 'voz' | 'conteudo' | 'contato'>;

/** What a signal is called, how it is measured and what else explains it: in the words of the screen. */
export const TEXTO_DO_SINAL: Record<TipoSinal, { nome: string; medida: string; inocente: string }> = {
  digitada_antes: {
    nome: 'Digitada antes de perguntada',
    medida:
      'Respostas digitadas 1 s ou mais antes do fim da leitura da pergunta, na gravação. O sinal exige 3 ou mais, e ao menos 10% das perguntas lidas.',
    inocente:
      'Perguntas marcadas como observadas no questionário não contam. A pessoa pode ter contado a resposta antes da pergunta (o que a auditoria chama de verificação não conta), ou ter respondido no meio da leitura.',
  },
  mais_rapida: {
    nome: 'Mais rápida que a leitura',
    medida:
      'Tempo de leitura das perguntas ÷ tempo esperado a 3,3 palavras por segundo (sinal abaixo de 0,6), ou duração da entrevista muito abaixo das outras da mesma versão (escore robusto abaixo de −3).',
    inocente:
      'Algumas pessoas leem depressa sempre: compare com o ritmo das outras entrevistas da mesma pessoa. Filtros do questionário também encurtam.',
  },
  mesma_gravacao: {
    nome: 'Mesma gravação em duas entrevistas',
    medida:
      'Arquivos iguais, partes de gravação iguais, ou áudio igual (impressão acústica de 0,9 ou mais por 60 s ou mais).',
    inocente:
      'Um arquivo pode ter sido anexado à entrevista errada. Reenviar a mesma entrevista não conta. Música de fundo ou espera pode soar igual.',
  },
  respostas_quase_iguais: {
    nome: 'Respostas quase iguais',
    medida:
      'Maior parcela de respostas fechadas iguais às de outra entrevista da mesma versão, comparada com o acaso nas respostas desta pesquisa (percentil 99,9 de 2.000 sorteios).',
    inocente:
      'Pessoas da mesma casa, rua ou grupo respondem parecido, e perguntas em que quase todos dizem o mesmo não distinguem ninguém.',
  },
  sobreposta_ou_telefone: {
    nome: 'Entrevistas sobrepostas ou telefone repetido',
    medida:
      'Duas entrevistas da mesma pessoa em andamento ao mesmo tempo por mais de 2 min (relógio do aparelho corrigido, pausas descontadas), com respostas marcadas nas duas nesse período; ou um telefone com três nomes.',
    inocente:
      'Uma entrevista pode ter ficado aberta enquanto outra era feita: sem respostas nas duas, é só uma observação. Pessoas da mesma casa dividem o telefone: dois nomes são só uma observação. Um número com mais de três nomes não é um telefone real.',
  },
};

/** A stretch of an interview's recording that is proof. */
export type TrechoSinal = {
  entrevistaId: string;
  perguntaId: string | null;
  /** ms in the recording. */
  inicioMs: number;
  fimMs: number;
};

/** n of d. */
export type Parcela = { n: number; d: number };

/** What the screen shows and plays. Ids and numbers only: names stay where they can be erased. */
export type ProvaSinal = {
  entrevistas: readonly string[];
  trechos: readonly TrechoSinal[];
  /** What was measured beside `medida`, by name; each kind's own. */
  fatos: Readonly<Record<string, number | string | null>>;
};

export type Sinal = {
  /** Unique in its survey, the same each time that the same thing is found. */
  chave: string;
  tipo: TipoSinal;
  alvo: AlvoSinal;
  /** Whom it may list: who did the interview, of a pair the one that the server heard of later. Null where nobody is named. */
  agenteId: string | null;
  medida: number;
  limite: number;
  /** How often it fires in this survey. */
  base: Parcela;
  /** Only worth knowing: it lists nobody and asks for no opinion. */
  nota: boolean;
  /** Whether its interviewer is listed by it (`listedInterviewers`). */
  lista: boolean;
  prova: ProvaSinal;
  /** What an opinion was given on, as text: where it is the same, so is the opinion. Nothing in it depends on other interviews' figures. */
  evidencia: string;
};

/** Why a kind was not computed, or for whom it could not be. */
export type CalculoSinal = { tipo: TipoSinal; base: Parcela; naoCalculado: string | null };
