/**
 * The filters of calls, one row each, without zod. Schemas, URLs, SQL (platform/database/conditions/filter.ts) and the
 * web's controls derive from the rows.
 */
import { DIRECAO_DE_MUITAS, DIRECOES_PROCURADAS } from '../calls/call-direction.ts';
import { CRITERIO_DA_LIGACAO_MAX, readCriterionEntry } from '../insights/criterion-entry.ts';
import { LADOS } from '../profiles/roles.ts';
import { STATUS_LABEL, STATUS_PROCESSAMENTO, TIPO_ITEM_LABEL, TIPOS_ITEM } from '../runs/status.ts';
import {
  DATA_LABEL,
  type DataDe,
  DIAS_DA_SEMANA,
  FALA_MAX,
  NENHUM,
  SENTIMENTO_LABEL,
  SENTIMENTOS,
} from './filtro-campos.ts';
import { dia, id, idOuNenhum, inteiro, logico, palavra, texto, type Um, type Valor } from './filtro-valor.ts';

/** `um_de`: one of the values; `nenhum_de`: none; `de`, `ate`: inclusive bounds. No condition matches unknown ones. */
type Ops = { readonly [O in 'contem' | 'um_de' | 'nenhum_de' | 'de' | 'ate' | 'igual']?: Valor };
type ValorDe<P extends Ops, O extends keyof P> = O extends 'um_de' | 'nenhum_de' ? Um<P[O]>[] : Um<P[O]>;
type Pedido<P extends Ops> = { readonly [O in keyof P]?: ValorDe<P, O> };

/** Lists with filters in their URL, with the default of `data`. */
export const LISTAS = { ligacoes: 'entrada', busca: 'ligacao' } as const satisfies Record<string, DataDe>;
export type Lista = keyof typeof LISTAS;

/** A URL parameter: the operation that takes its value, or words that stand for conditions. */
type Parametro<P extends Ops> =
  | keyof P
  | { readonly [palavra: string]: { [O in keyof P]: readonly [op: O, valor: ValorDe<P, O>] }[keyof P] };

export type NomeDe = (id: string) => string;

/**
 * `em`: lists with this filter in their URL. `data`: the day to compare. `dito`: the condition in words. `semRegra`:
 * why no rule may use the filter.
 */
interface Linha<P extends Ops, E extends { readonly [nome: string]: Parametro<P> }, L extends Lista> {
  readonly rotulo: string;
  readonly ops: P;
  readonly em: readonly L[];
  readonly endereco: E;
  readonly data?: DataDe;
  readonly dito: (pedido: Pedido<P>, nome: NomeDe) => string;
  readonly semRegra?: string;
}
const linha = <
  const P extends Ops,
  const E extends { readonly [nome: string]: Parametro<P> },
  L extends Lista,
>(
  given: Linha<P, E, L>,
) => given;

const LIGACOES = ['ligacoes'] as const;
const BUSCA = ['busca'] as const;
const AMBAS = ['ligacoes', 'busca'] as const;
const NENHUMA = [] as const;

const umDe = <const V extends Valor, N extends string, L extends Lista>(
  rotulo: string,
  valor: V,
  nome: N,
  em: readonly L[],
  dizer: (valor: Um<V>, nome: NomeDe) => string,
  antes = '',
) =>
  linha({
    rotulo,
    ops: { um_de: valor },
    em,
    endereco: { [nome]: 'um_de' } as { readonly [K in N]: 'um_de' },
    dito: ({ um_de = [] }, nomeDe) =>
      antes + [...new Set(um_de.map((one) => dizer(one as Um<V>, nomeDe)))].join(' ou '),
  });

const pessoa = <N extends string>(rotulo: string, nome: N) =>
  umDe(
    rotulo,
    idOuNenhum,
    nome,
    LIGACOES,
    (id, nomeDe) => (id === NENHUM ? 'ninguém' : nomeDe(id)),
    `${rotulo}: `,
  );

type Fim<T> = { readonly de?: T | undefined; readonly ate?: T | undefined };
const faixa = <T>(rotulo: string, { de, ate }: Fim<T>, dizer: (valor: T) => string = String): string => {
  if (de === undefined) return ate === undefined ? rotulo : `${rotulo} até ${dizer(ate)}`;
  return `${rotulo} ${ate === undefined ? `a partir de ${dizer(de)}` : `de ${dizer(de)} a ${dizer(ate)}`}`;
};

const dias = (data: DataDe) =>
  linha({
    rotulo: DATA_LABEL[data],
    ops: { de: dia, ate: dia },
    em: AMBAS,
    endereco: { de: 'de', ate: 'ate' },
    data,
    dito: (fim) => faixa(DATA_LABEL[data], fim, (given) => given.split('-').reverse().join('/')),
  });

const COM_OU_SEM = { com: ['igual', true], sem: ['igual', false] } as const;
const SIM_OU_NAO = { sim: ['igual', true], nao: ['igual', false] } as const;
const logica = <N extends string, W extends typeof COM_OU_SEM | typeof SIM_OU_NAO, L extends Lista>(
  rotulo: string,
  nome: N,
  palavras: W,
  em: readonly L[],
  [sim, nao]: readonly [string, string],
) =>
  linha({
    rotulo,
    ops: { igual: logico },
    em,
    endereco: { [nome]: palavras } as { readonly [K in N]: W },
    dito: ({ igual }) => (igual ? sim : nao),
  });

/** A filter by words or phrases that one side said, in any inflected form, as in the search. */
const fala = (rotulo: string, disse: string) =>
  linha({
    rotulo,
    ops: { um_de: texto(FALA_MAX, 2), nenhum_de: texto(FALA_MAX, 2) },
    em: NENHUMA,
    endereco: {},
    dito: ({ um_de, nenhum_de }) =>
      [
        um_de && `${disse} ${um_de.map((one) => `“${one}”`).join(' ou ')}`,
        nenhum_de && `${disse.replace(' ', ' não ')} ${nenhum_de.map((one) => `“${one}”`).join(' nem ')}`,
      ]
        .filter(Boolean)
        .join(' e '),
  });

/** A filter by a measured figure of the call, for rules. */
const medida = (rotulo: string, max: number, dizer: (valor: number) => string) =>
  linha({
    rotulo,
    ops: { de: inteiro(0, max), ate: inteiro(0, max) },
    em: NENHUMA,
    endereco: {},
    dito: (fim) => faixa(rotulo, fim, dizer),
  });
const segundos = (valor: number) => `${valor} s`;

/** A filter that no rule may use, because a rule judges a call only when analysed, reviewed or corrected. */
const semRegra = <R>(motivo: string, row: R) => ({ ...row, semRegra: motivo });
const MUDA_DEPOIS = 'pode mudar depois que a regra avalia a ligação';
const SO_ANALISADAS = 'uma regra só avalia ligações já analisadas';

/** URL conditions keep the order of these rows. */
export const CAMPOS_FILTRO = {
  /** Part of a name, number or extension, or a state's name. */
  texto: semRegra(
    MUDA_DEPOIS,
    linha({
      rotulo: 'Texto',
      ops: { contem: texto(100) },
      em: LIGACOES,
      endereco: { q: 'contem' },
      dito: ({ contem = '' }) => `Com “${contem}”`,
    }),
  ),
  status: semRegra(
    MUDA_DEPOIS,
    umDe('Status', palavra(STATUS_PROCESSAMENTO), 'status', LIGACOES, (one) => STATUS_LABEL[one], 'Status: '),
  ),
  tipo: umDe('Tipo', palavra(TIPOS_ITEM), 'tipo', AMBAS, (one) => TIPO_ITEM_LABEL[one], 'Tipo: '),
  data_ligacao: dias('ligacao'),
  data_entrada: dias('entrada'),
  /** Calls of an agent who was merged into another match the other agent. */
  agente: umDe('Agente', idOuNenhum, 'agente_id', AMBAS, (one) =>
    one === NENHUM ? 'Sem agente' : 'De um agente',
  ),
  direcao: umDe('Direção', palavra(DIRECOES_PROCURADAS), 'direcao', AMBAS, (one) => DIRECAO_DE_MUITAS[one]),
  /** 0 to 100, without decimals, as pages display the score. */
  nota: linha({
    rotulo: 'Pontuação',
    ops: { de: inteiro(0, 100), ate: inteiro(0, 100) },
    em: AMBAS,
    endereco: { nota_de: 'de', nota_ate: 'ate' },
    dito: ({ de, ate }) =>
      de === 0 && ate === undefined ? 'Com pontuação' : faixa('Pontuação', { de, ate }),
  }),
  sentimento: umDe(
    'Sentimento',
    palavra(SENTIMENTOS),
    'sentimento',
    AMBAS,
    (one) => SENTIMENTO_LABEL[one].toLowerCase(),
    'Sentimento ',
  ),
  alertas: linha({
    rotulo: 'Alertas da IA',
    ops: { de: inteiro(0, 1000), ate: inteiro(0, 1000) },
    em: AMBAS,
    endereco: { alertas: { com: ['de', 1], sem: ['ate', 0] } },
    dito: ({ de, ate }) => {
      if (de === 1 && ate === undefined) return 'Com alertas da IA';
      return de === undefined && ate === 0 ? 'Sem alertas da IA' : faixa('Alertas da IA', { de, ate });
    },
  }),
  /** The answer to a criterion's wording, coded by `criterionEntry`. */
  criterio: umDe('Critério', texto(CRITERIO_DA_LIGACAO_MAX), 'criterio', LIGACOES, (one) =>
    readCriterionEntry(one)?.atendido === 'sim' ? 'Cumpriu um critério' : 'Descumpriu um critério',
  ),
  revisado_por: pessoa('Revisada por', 'revisado_por'),
  responsavel: semRegra(MUDA_DEPOIS, pessoa('Responsável', 'responsavel')),
  gravacao: semRegra(
    MUDA_DEPOIS,
    logica('Gravação', 'gravacao', COM_OU_SEM, LIGACOES, ['Com gravação', 'Sem gravação']),
  ),
  importacao: umDe('Importação', id, 'importacao_id', LIGACOES, () => 'De uma importação'),
  /** Calls with a recording from a batch (`/lotes-gravacao`). */
  lote_gravacoes: umDe(
    'Envio de gravações',
    id,
    'lote_gravacoes_id',
    LIGACOES,
    () => 'De um envio de gravações',
  ),
  /** Calls of a bulk run (`/lotes`), by its task's id. */
  lote: umDe('Processamento em lote', id, 'lote_id', LIGACOES, () => 'De um processamento em lote'),
  /** Calls in reports: with a concluded run, a person's review, or an inaudible recording. */
  avaliada: semRegra(
    SO_ANALISADAS,
    logica('Avaliada', 'avaliada', SIM_OU_NAO, LIGACOES, ['Avaliadas', 'Não avaliadas']),
  ),
  revisada: logica('Revisada', 'revisada', SIM_OU_NAO, LIGACOES, ['Revisadas por pessoas', 'Não revisadas']),
  /** Unreviewed calls after their sample's deadline. */
  atrasada: semRegra(
    MUDA_DEPOIS,
    logica('Revisão atrasada', 'atrasada', SIM_OU_NAO, LIGACOES, [
      'Com revisão atrasada',
      'Sem revisão atrasada',
    ]),
  ),
  inaudivel: semRegra(
    SO_ANALISADAS,
    logica('Inaudível', 'inaudivel', SIM_OU_NAO, LIGACOES, ['Inaudíveis', 'Audíveis']),
  ),
  /** Randomly drawn calls (`amostra`), or those of a single draw. */
  amostra: semRegra(
    MUDA_DEPOIS,
    logica('Amostra aleatória', 'amostra', SIM_OU_NAO, LIGACOES, ['Sorteadas ao acaso', 'Não sorteadas']),
  ),
  sorteio: semRegra(
    MUDA_DEPOIS,
    umDe('Sorteio', id, 'sorteio_id', LIGACOES, () => 'De um sorteio'),
  ),
  /** Hour of the start in São Paulo, if known; weekday (1: Monday). */
  hora: umDe('Hora da ligação', inteiro(0, 23), 'hora', LIGACOES, (one) => `Das ${one}h às ${one}h59`),
  dia_semana: umDe(
    'Dia da semana',
    inteiro(1, 7),
    'dia_semana',
    LIGACOES,
    (one) => `De ${DIAS_DA_SEMANA[one - 1]}`,
  ),
  projeto: umDe('Projeto', id, 'projeto_id', BUSCA, () => 'De um projeto'),
  /** Seconds. */
  duracao: linha({
    rotulo: 'Duração',
    ops: { de: inteiro(0, 86_400), ate: inteiro(0, 86_400) },
    em: BUSCA,
    endereco: { duracao_de: 'de', duracao_ate: 'ate' },
    dito: (fim) => faixa('Duração', fim, (segundos) => `${segundos} s`),
  }),
  auditoria: umDe('Auditoria', id, 'auditoria_id', NENHUMA, () => 'De uma auditoria'),
  ramal: umDe('Ramal', texto(64), 'ramal', NENHUMA, (one) => one, 'Ramal '),
  analisada: semRegra(
    SO_ANALISADAS,
    logica('Analisada', 'analisada', SIM_OU_NAO, NENHUMA, ['Analisadas', 'Não analisadas']),
  ),
  /** Calls that fail a critical criterion, by the answers in force. */
  falha_critica: logica('Critério crítico', 'falha_critica', SIM_OU_NAO, LIGACOES, [
    'Critério crítico descumprido',
    'Nenhum critério crítico descumprido',
  ]),
  /** Offences in the last run, by speaker. */
  ofensa: umDe('Ofensa', palavra(LADOS), 'ofensa', NENHUMA, (one) =>
    one === 'agente' ? 'Ofensa do agente' : 'Ofensa do cliente',
  ),
  dito: fala('Alguém disse', 'Alguém disse'),
  dito_agente: fala('Agente disse', 'Agente disse'),
  dito_cliente: fala('Cliente disse', 'Cliente disse'),
  /** `silencio`: the longest, seconds. `silencio_parte`: all silences, % of the call. */
  silencio: medida('Maior silêncio', 86_400, segundos),
  silencio_parte: medida('Silêncio na ligação', 100, (valor) => `${valor}%`),
  /** Hold music and announcements, seconds. */
  espera: medida('Música de espera', 86_400, segundos),
  /** Cost of the last run, thousandths of a dollar. */
  custo: medida(
    'Custo da análise',
    1_000_000,
    (valor) => `US$ ${(valor / 1000).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`,
  ),
};

export type CampoFiltro = keyof typeof CAMPOS_FILTRO;
type LinhaDe<C extends CampoFiltro> = (typeof CAMPOS_FILTRO)[C];
type OpsDe<C extends CampoFiltro> = LinhaDe<C>['ops'];

export type Condicao = {
  [C in CampoFiltro]: {
    [O in keyof OpsDe<C>]: { campo: C; op: O; valor: ValorDe<OpsDe<C>, O> };
  }[keyof OpsDe<C>];
}[CampoFiltro];
export type Filtro =
  | Condicao
  | { todas: readonly Filtro[] }
  | { qualquer: readonly Filtro[] }
  | { nao: Filtro };

export type CampoDe<L extends Lista> = {
  [C in CampoFiltro]: L extends LinhaDe<C>['em'][number] ? C : never;
}[CampoFiltro];
/** Type of a URL parameter's value: that of the field's condition, or a word. */
export type NoEndereco<C extends CampoFiltro> = {
  [N in keyof LinhaDe<C>['endereco']]: LinhaDe<C>['endereco'][N] extends keyof OpsDe<C>
    ? Um<OpsDe<C>[LinhaDe<C>['endereco'][N]]>
    : keyof LinhaDe<C>['endereco'][N];
}[keyof LinhaDe<C>['endereco']];
export type ParametroDe<C extends CampoFiltro> = keyof LinhaDe<C>['endereco'] & string;
export type EnderecoLido<L extends Lista> = {
  [C in CampoDe<L> as ParametroDe<C>]?: NoEndereco<C> | undefined;
} & { data: DataDe };

/** A row's general type, for code that treats all fields alike. */
export type LinhaDoFiltro = {
  readonly rotulo: string;
  readonly ops: { readonly [op: string]: Valor };
  readonly em: readonly Lista[];
  readonly endereco: {
    readonly [nome: string]: string | { readonly [palavra: string]: readonly [op: string, valor: unknown] };
  };
  readonly data?: DataDe;
  readonly dito: (pedido: Readonly<Record<string, unknown>>, nome: NomeDe) => string;
  readonly semRegra?: string;
};
export const LINHAS = Object.entries(CAMPOS_FILTRO) as unknown as readonly [CampoFiltro, LinhaDoFiltro][];

/** A URL parameter, with a value type (`um`) or words (`palavras`). */
export type ParametroLido = {
  readonly campo: CampoFiltro;
  readonly nome: string;
  readonly data?: DataDe | undefined;
} & (
  | { readonly op: string; readonly um: Valor; readonly palavras?: never }
  | { readonly palavras: { readonly [palavra: string]: readonly [op: string, valor: unknown] } }
);
const parametrosDe = (lista: Lista): ParametroLido[] =>
  LINHAS.filter(([, { em }]) => em.includes(lista)).flatMap(([campo, { ops, endereco, data }]) =>
    Object.entries(endereco).map(([nome, diz]) =>
      typeof diz === 'string'
        ? { campo, nome, data, op: diz, um: ops[diz] as Valor }
        : { campo, nome, data, palavras: diz },
    ),
  );
/** Each list's URL parameters, in the order of the rows. */
export const PARAMETROS: { readonly [L in Lista]: readonly ParametroLido[] } = {
  ligacoes: parametrosDe('ligacoes'),
  busca: parametrosDe('busca'),
};
