/** How a search is done: which months it looks into, in which order, and when it stops. Pure. */
import type { DataDe } from '@escuta/shared/domain/filters/filtro-campos';
import { type Consulta, mostSides, wordsAsked } from '@escuta/shared/domain/filters/search-query';
import type { Janela, Lugar, PalavraConhecida } from './repo.ts';

/**
 * Up to so many sides with a word are found by the index and sorted; of more frequent ones the newest conversations are read first, and
 * so are words that one side in fifty says: a page of them is full after a thousand rows, however few there are in all.
 */
export const RAROS_MAX = 20_000;
const POUCOS = 500;
const DENSOS = 50;
/** Sides that one statement of the index is meant to find at most; of a phrase it reads each, to see whether the words stand together. */
const POR_CONSULTA = 4000;
const POR_FRASE = 800;
/** From this share of all sides on a word alone says nothing, where there are as many sides. */
const QUASE_TUDO = { parte: 0.8, lados: 100 };

/** A month in which there is something to look into. */
export type Mes = { mes: string; lados: number };

export type Conhecido = {
  radicais: Map<string, readonly string[]>;
  /** Months that have conversations, newest first, with how many sides may have what is asked for. */
  meses: Mes[];
  /** Of all months: how many may have it, and how many there are. */
  lados: number;
  todos: number;
  /** How many sides have the one word that is asked for, where no other thing is; null where the lexicon does not say it. */
  exatos: number | null;
  /** Words that nobody said. */
  desconhecidas: string[];
  /** Whether words must stand together. */
  temFrase: boolean;
  /** The only word asked for is in nearly everything. */
  quaseTudo: string | null;
};

/** Numbers of more than three digits are not in the lexicon: they are rare. */
const isCounted = (palavra: string) => !/\d{4}/u.test(palavra);

/** What the lexicon says of a query. */
export function known(consulta: Consulta, rows: readonly PalavraConhecida[]): Conhecido {
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

/** Whether the index finds what is asked for sooner than reading the newest conversations does. */
export const isRare = ({ lados, todos }: Pick<Conhecido, 'lados' | 'todos'>): boolean =>
  lados <= POUCOS || (lados <= RAROS_MAX && lados * DENSOS < todos);

/** The first moment of a month in São Paulo, which has had no summer time since 2019; before, an hour more belongs to its neighbour. */
const monthStart = (mes: string) => `${mes}T00:00:00-03:00`;
const nextMonth = (mes: string) => {
  const [year = 0, month = 0] = mes.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
};

export type Periodo = { data: DataDe; de?: string | undefined; ate?: string | undefined };

/** A stretch of months, newest first, that one statement looks into. */
export type Trecho = { janela: Janela; lados: number; mes: string };

/**
 * The months to look into, one or several a stretch: those within the days of the call that are asked for, from `apos` on, in which
 * every word is said. `porConsulta` 0: each month by itself.
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
    // The month of the cursor is looked into as well: the statement says from where in it.
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
/** The place before which everything of a stretch lies: what is older comes after it. */
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

/** A place as clients give it back. */
export const cursorOf = ({ quando, itemId, id }: Lugar): string =>
  Buffer.from(`${quando}|${itemId}|${id}`).toString('base64url');

/** The place that a cursor says; null where it says none. */
export function placeOf(cursor: string): Lugar | null {
  const [, quando, itemId, id] = LUGAR.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (!quando || !itemId || !id || Number.isNaN(Date.parse(quando))) return null;
  return { quando, itemId, id };
}
