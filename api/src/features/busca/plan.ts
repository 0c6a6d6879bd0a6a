/**
 * The plan of a search: the months to search, their order, and the end of the search. A side is all that one party said
 * in a conversation.
 */
import type { DataDe } from '@escuta/shared/domain/filters/filtro-campos';
import { type Consulta, mostSides, wordsAsked } from '@escuta/shared/domain/filters/search-query';
import type { Janela, Lugar, PalavraConhecida } from './repo.ts';

/**
 * If at most this many sides match, the index finds all of them, and they are sorted. If more match, or if at least one
 * in DENSOS sides (and more than POUCOS) matches, the newest conversations are read first.
 */
export const RAROS_MAX = 20_000;
const POUCOS = 500;
const DENSOS = 50;
/**
 * Greatest number of sides that a statement should find by the index; POR_FRASE: for a query with a phrase, because
 * each side found is then read.
 */
const POR_CONSULTA = 4000;
const POR_FRASE = 800;
/**
 * A single word is too common if at least this share of all sides contains it, and there are at least `lados` sides.
 */
const QUASE_TUDO = { parte: 0.8, lados: 100 };

export type Mes = { mes: string; lados: number };

export type Conhecido = {
  radicais: Map<string, readonly string[]>;
  /** Months with conversations, newest first, with the number of sides that may match. */
  meses: Mes[];
  /** Sides over all months: `lados` may match, `todos` are all. */
  lados: number;
  todos: number;
  /** Exact number of sides if the query is a single word that the lexicon counts exactly; else null. */
  exatos: number | null;
  /** Words that occur in no conversation. */
  desconhecidas: string[];
  /** True if the query has a phrase of adjacent words. */
  temFrase: boolean;
  /** The only word of the query, if nearly all sides contain it. */
  quaseTudo: string | null;
};

/** True if the lexicon counts a word; the lexicon leaves out numbers of more than three digits, which are rare. */
const isCounted = (palavra: string) => !/\d{4}/u.test(palavra);

/** Adds to a query the monthly number of documents of each of its words, from the lexicon's rows. */
export function combineWithLexicon(consulta: Consulta, rows: readonly PalavraConhecida[]): Conhecido {
  const docs = new Map(rows.map(({ palavra, meses }) => [palavra, new Map(meses)]));
  const sides = docs.get('') ?? new Map<string, number>();
  const docsOf = (palavra: string, mes: string) =>
    isCounted(palavra) ? (docs.get(palavra)?.get(mes) ?? 0) : 1;
  const meses = [...sides.keys()]
    .sort()
    .reverse()
    .map((mes) => ({ mes, lados: mostSides(consulta, (palavra) => docsOf(palavra, mes)) }));
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
  const all = sum(sides.values());
  const asked = wordsAsked(consulta);
  const [only] = asked;
  const said = (palavra: string) => sum(docs.get(palavra)?.values() ?? []);
  const termos = consulta.flat();
  const isOne =
    termos.length === 1 && termos[0]?.palavras.length === 1 && only !== undefined && isCounted(only);
  return {
    radicais: new Map(rows.map(({ palavra, radicais }) => [palavra, radicais])),
    meses,
    lados: sum(meses.map(({ lados }) => lados)),
    todos: all,
    exatos: isOne && rows.find(({ palavra }) => palavra === only)?.umaForma ? said(only) : null,
    temFrase: consulta.flat().some(({ palavras }) => palavras.length > 1),
    desconhecidas: asked.filter((palavra) => isCounted(palavra) && said(palavra) === 0),
    quaseTudo:
      asked.length === 1 && only && all >= QUASE_TUDO.lados && said(only) > QUASE_TUDO.parte * all
        ? only
        : null,
  };
}

/** True if the index is faster than reading the newest conversations. */
export const isRare = ({ lados, todos }: Pick<Conhecido, 'lados' | 'todos'>): boolean =>
  lados <= POUCOS || (lados <= RAROS_MAX && lados * DENSOS < todos);

/**
 * The first instant of a month in São Paulo, which has had no summer time since 2019. Results for earlier summers are
 * an hour off.
 */
const monthStart = (mes: string) => `${mes}T00:00:00-03:00`;
const nextMonth = (mes: string) => {
  const [year = 0, month = 0] = mes.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
};

export type Periodo = { data: DataDe; de?: string | undefined; ate?: string | undefined };

/** A stretch of months, newest first, for a single statement. */
export type Trecho = { janela: Janela; lados: number; mes: string };

/**
 * Groups months with matching sides into stretches, within the call days and from the position `apos` on. `porConsulta`
 * 0: each month becomes a stretch.
 */
export function stretches(
  { meses, temFrase }: Pick<Conhecido, 'meses' | 'temFrase'>,
  { data, de, ate }: Periodo,
  apos: Lugar | null,
  porConsulta = POR_CONSULTA,
): Trecho[] {
  const days = data === 'ligacao' ? { de, ate } : {};
  const first = days.de && `${days.de}T00:00:00-03:00`;
  const last = days.ate && dayAfter(days.ate);
  const found: Trecho[] = [];
  for (const { mes, lados } of meses) {
    const from = latest(monthStart(mes), first);
    const until = earliest(monthStart(nextMonth(mes)), last);
    // Includes the cursor's month, because the statement skips the month's rows up to the cursor.
    if (lados === 0 || moment(from) >= moment(until) || (apos && moment(from) > moment(apos.quando)))
      continue;
    const open = found.at(-1);
    if (open && open.lados + lados <= (temFrase ? Math.min(porConsulta, POR_FRASE) : porConsulta)) {
      open.janela = { de: from, ate: open.janela.ate };
      open.lados += lados;
      open.mes = mes;
    } else found.push({ janela: { de: from, ate: until }, lados, mes });
  }
  return found;
}

const moment = (text: string) => Date.parse(text);
const latest = (a: string, b: string | undefined) => (b && moment(b) > moment(a) ? b : a);
const earliest = (a: string, b: string | undefined) => (b && moment(b) < moment(a) ? b : a);
const dayAfter = (day: string) => new Date(moment(`${day}T00:00:00-03:00`) + 86_400_000).toISOString();

const NENHUM = '00000000-0000-0000-0000-000000000000';
/** The position at the end of a stretch: older rows follow. */
export const endOf = ({ janela }: Pick<Trecho, 'janela'>): Lugar => ({
  quando: new Date(moment(janela.de)).toISOString(),
  itemId: NENHUM,
  id: NENHUM,
});

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const LUGAR = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)\\|(${UUID})\\|(${UUID})$`,
  'u',
);

export const cursorOf = ({ quando, itemId, id }: Lugar): string =>
  Buffer.from(`${quando}|${itemId}|${id}`).toString('base64url');

export function placeOf(cursor: string): Lugar | null {
  const [, quando, itemId, id] = LUGAR.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (!quando || !itemId || !id || Number.isNaN(Date.parse(quando))) return null;
  return { quando, itemId, id };
}
