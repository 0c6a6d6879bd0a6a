/** Goal tables: cells that cross groups of answers, bands of numbers and interviewers. */
import type { RespostaDada } from '../device/events.ts';
import { type Faixa, passesTest } from '../questionnaire/conditions.ts';

export const LIMITES_METAS = {
  tabelas: 6,
  /** Maximum dimensions on questions; interviewer and area are additional. */
  perguntas: 4,
  dimensoes: 6,
  grupos: 100,
  membros: 100,
  celulas: 600,
  texto: 80,
  meta: 1_000_000,
} as const;

export type GrupoDeOpcoes = { texto: string; opcoes: readonly string[] };
export type GrupoDeNumeros = { texto: string } & Faixa;
/** Interviewers, by account, or by agent if they have no account. */
export type GrupoDePessoas = { texto: string; usuarios: readonly string[]; agentes: readonly string[] };

export const NOMES_DE_PESSOAS = ['entrevistador', 'area'] as const;

export type Dimensao =
  | { tipo: 'opcoes'; pergunta_id: string; grupos: readonly GrupoDeOpcoes[] }
  | { tipo: 'faixas'; pergunta_id: string; grupos: readonly GrupoDeNumeros[] }
  | {
      tipo: 'entrevistadores';
      nome: (typeof NOMES_DE_PESSOAS)[number];
      grupos: readonly GrupoDePessoas[];
    };
export type DimensaoDePergunta = Exclude<Dimensao, { tipo: 'entrevistadores' }>;

/** `chave`: the index of a group for each dimension, joined by dots: '0.2.1'. */
export type Celula = { chave: string; meta: number };
export type TabelaDeMetas = { dimensoes: readonly Dimensao[]; celulas: readonly Celula[] };

/** `agentes`: the interviewer's agent, then agents merged into that agent; `usuarios`: the accounts of all of them. */
export type Entrevistador = { agentes: readonly string[]; usuarios: readonly string[] };

const SEM_GRUPO = '-';

export const isOfQuestion = (dimensao: Dimensao): dimensao is DimensaoDePergunta =>
  dimensao.tipo !== 'entrevistadores';

/** Ids of the dimensions' questions. */
export const questionsOf = (dimensoes: readonly Dimensao[]): string[] =>
  dimensoes.filter(isOfQuestion).map(({ pergunta_id }) => pergunta_id);

export const cellCount = (dimensoes: readonly Pick<Dimensao, 'grupos'>[]): number =>
  dimensoes.reduce((n, { grupos }) => n * grupos.length, 1);

/** All keys of a table; the last dimension varies fastest. */
export function keysOf(dimensoes: readonly Pick<Dimensao, 'grupos'>[]): string[] {
  let keys: string[] = [''];
  for (const [place, { grupos }] of dimensoes.entries()) {
    keys = keys.flatMap((key) => grupos.map((_, index) => (place === 0 ? String(index) : `${key}.${index}`)));
  }
  return keys;
}

const partsOf = (chave: string): string[] => (chave === '' ? [] : chave.split('.'));

/** Names of a cell's groups, one per dimension. */
export const namesOf = (
  dimensoes: readonly { grupos: readonly { texto: string }[] }[],
  chave: string,
): string[] => partsOf(chave).map((part, place) => dimensoes[place]?.grupos[Number(part)]?.texto ?? '?');

/** The group that names an interviewer. Agents first, because an account may have belonged to another person. */
function groupOfPerson(grupos: readonly GrupoDePessoas[], who: Entrevistador): string {
  for (const by of ['agentes', 'usuarios'] as const) {
    for (const id of who[by]) {
      const index = grupos.findIndex((grupo) => grupo[by].includes(id));
      if (index >= 0) return String(index);
    }
  }
  return SEM_GRUPO;
}

/** A whole cell's key: the database's key, which has only the question dimensions, plus the interviewer's group. */
export function wholeKey(dimensoes: readonly Dimensao[], chave: string, who: Entrevistador): string {
  const parts = partsOf(chave);
  return dimensoes
    .map((dimensao) =>
      isOfQuestion(dimensao) ? (parts.shift() ?? SEM_GRUPO) : groupOfPerson(dimensao.grupos, who),
    )
    .join('.');
}

export type Contada = { chave: string; who: Entrevistador; n: number };

export type Contas = {
  total: number;
  celulas: ReadonlyMap<string, number>;
  /** Interviews outside every cell; `dimensoes`: for each dimension the number without a group. */
  semCelula: { n: number; dimensoes: readonly number[] };
};

/** Sums interviews by cell, and those outside every cell. */
export function foldCounts(dimensoes: readonly Dimensao[], rows: readonly Contada[]): Contas {
  const celulas = new Map<string, number>();
  const missing = dimensoes.map(() => 0);
  let [total, outside] = [0, 0];
  for (const { chave, who, n } of rows) {
    const key = wholeKey(dimensoes, chave, who);
    total += n;
    const parts = partsOf(key);
    if (!parts.includes(SEM_GRUPO)) {
      celulas.set(key, (celulas.get(key) ?? 0) + n);
      continue;
    }
    outside += n;
    for (const [place, part] of parts.entries()) {
      if (part === SEM_GRUPO) missing[place] = (missing[place] ?? 0) + n;
    }
  }
  return { total, celulas, semCelula: { n: outside, dimensoes: missing } };
}

/** The group of an answer; null: no group, or no answer. */
export function groupOfAnswer(dimensao: DimensaoDePergunta, given: RespostaDada | undefined): number | null {
  const index =
    dimensao.tipo === 'opcoes'
      ? dimensao.grupos.findIndex(({ opcoes }) => passesTest({ opcoes }, given))
      : dimensao.grupos.findIndex(({ de, ate }) => passesTest({ de, ate }, given));
  return index < 0 ? null : index;
}

/** The cell of an interview's answers; null: the answers so far determine no cell. */
export function keyOfAnswers(
  dimensoes: readonly DimensaoDePergunta[],
  answers: ReadonlyMap<string, RespostaDada>,
): string | null {
  const groups = dimensoes.map((one) => groupOfAnswer(one, answers.get(one.pergunta_id)));
  return groups.includes(null) ? null : groups.join('.');
}

export type EstadoDaMeta = { feitas: number; faltam: number; excedem: number };

export const goalState = (meta: number, feitas: number): EstadoDaMeta => ({
  feitas,
  faltam: Math.max(0, meta - feitas),
  excedem: Math.max(0, feitas - meta),
});

/** A cell's missing interviews, for interviewers: 'Faltam 3 entrevistas: Mulheres, 45+'. */
export const missingWords = (faltam: number, names: readonly string[]): string =>
  `${faltam === 1 ? 'Falta 1 entrevista' : `Faltam ${faltam.toLocaleString('pt-BR')} entrevistas`}: ${names.join(', ')}`;

/** Distributes a total over weights in whole numbers (largest remainders); equally if all weights are 0. */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (sum === 0 ? total / weights.length : (total * weight) / sum));
  const whole = exact.map(Math.floor);
  const left = total - whole.reduce((all, n) => all + n, 0);
  const order = exact.map((n, index) => ({ index, rest: n - Math.floor(n) }));
  order.sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}
