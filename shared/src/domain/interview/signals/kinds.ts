/**
 * The five signals of fabrication (docs/decisions/0018-signals.md). Signals, even several, are reasons to listen, never
 * an accusation.
 */

/** Increase this version with any change of rules or limits in this folder. */
export const VERSAO_REGRA = 4;

export const TIPOS_SINAL = [
  'digitada_antes',
  'mais_rapida',
  'mesma_gravacao',
  'respostas_quase_iguais',
  'sobreposta_ou_telefone',
] as const;
export type TipoSinal = (typeof TIPOS_SINAL)[number];

export const ALVOS_SINAL = ['entrevista', 'entrevistador', 'par'] as const;
export type AlvoSinal = (typeof ALVOS_SINAL)[number];

/** Kinds of one family may share a cause, so only signals of different families count as independent. */
export const FAMILIA_DO_SINAL = {
  digitada_antes: 'tempo',
  mais_rapida: 'tempo',
  mesma_gravacao: 'voz',
  respostas_quase_iguais: 'conteudo',
  sobreposta_ou_telefone: 'contato',
} as const satisfies Record<TipoSinal, 'tempo' | 'voz' | 'conteudo' | 'contato'>;

export const TEXTO_DO_SINAL: Record<TipoSinal, { nome: string; medida: string; inocente: string }> = {
  digitada_antes: {
    nome: 'Resposta digitada antes da pergunta',
    medida:
      'Respostas digitadas 1 s ou mais antes do fim da leitura da pergunta, na gravação. O sinal exige 3 respostas assim ou mais, e ao menos 10% das perguntas lidas.',
    inocente:
      'Não contam as perguntas marcadas como observadas no questionário, nem as que a auditoria classifica como verificação. A pessoa pode ter contado a resposta antes da pergunta, ou ter respondido no meio da leitura.',
  },
  mais_rapida: {
    nome: 'Entrevista mais rápida que a leitura',
    medida:
      'Tempo de leitura das perguntas dividido pelo tempo esperado, a 3,3 palavras por segundo (há sinal abaixo de 0,6), ou duração da entrevista muito abaixo da duração das outras da mesma versão (escore robusto abaixo de −3).',
    inocente:
      'Algumas pessoas sempre leem rápido: compare com o ritmo das outras entrevistas da mesma pessoa. Filtros do questionário também encurtam a entrevista.',
  },
  mesma_gravacao: {
    nome: 'Mesma gravação em duas entrevistas',
    medida:
      'Arquivos iguais, partes de gravação iguais, ou som quase igual (semelhança de 0,9 ou mais, por 60 s ou mais).',
    inocente:
      'Um arquivo pode ter sido anexado à entrevista errada. Reenviar a mesma entrevista não conta. Música de fundo ou de espera pode soar igual.',
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
      'Duas entrevistas da mesma pessoa em andamento ao mesmo tempo por mais de 2 min (relógio do aparelho corrigido, pausas descontadas), com respostas marcadas nas duas nesse período; ou um telefone com três nomes. Com mais de três nomes, só é um sinal quando um único entrevistador digitou o telefone.',
    inocente:
      'Uma entrevista pode ter ficado aberta enquanto outra era feita: se uma delas não teve respostas nesse período, é só uma observação. Pessoas da mesma casa dividem o telefone: dois nomes são só uma observação. Um telefone com mais de três nomes, digitado por vários entrevistadores, é provavelmente da empresa, e um número de algarismos repetidos ou em sequência costuma ser digitado na falta de um telefone: os dois casos são só uma observação.',
  },
};

export type TrechoSinal = {
  entrevistaId: string;
  perguntaId: string | null;
  /** Times in ms in the recording. */
  inicioMs: number;
  fimMs: number;
};

export type Parcela = { n: number; d: number };

/** Evidence to show and play: only ids and numbers, so that names can be erased. */
export type ProvaSinal = {
  entrevistas: readonly string[];
  trechos: readonly TrechoSinal[];
  fatos: Readonly<Record<string, number | string | null>>;
};

export type Sinal = {
  /** Key, unique in the survey, stable for the same finding. */
  chave: string;
  tipo: TipoSinal;
  alvo: AlvoSinal;
  /** Interviewer to list as suspected (for a pair, that of the later interview); null: nobody. */
  agenteId: string | null;
  medida: number;
  limite: number;
  base: Parcela;
  /** True if the signal only informs: it lists nobody and needs no opinion. */
  nota: boolean;
  lista: boolean;
  prova: ProvaSinal;
  /** Key of the evidence; an opinion stays valid while the key does not change. */
  evidencia: string;
};

/** `naoCalculado`: reason why nothing was computed, for the survey or for some interviews. */
export type CalculoSinal = { tipo: TipoSinal; base: Parcela; naoCalculado: string | null };
