/**
 * Cells of all export formats: typed text never becomes a formula, unsupported characters are replaced, times are São
 * Paulo's.
 */

/** A day without a time: yyyy-MM-dd. */
export type Dia = { readonly dia: string };
/** A number with a fixed number of decimals (money, shares). */
export type Decimal = { readonly numero: number; readonly casas: 1 | 2 | 4 };
/** A cell's value; null: unknown, unlike '' and 0. */
export type Cell = string | number | Date | Dia | Decimal | null;
export type Row = readonly Cell[];

/** Excel's limit of characters (UTF-16) in a cell. */
export const CELL_MAX = 32_767;

/** Characters refused by XML 1.0 and Excel: controls except tab and line breaks, lone surrogates, non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNHOLDABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const count = new Intl.NumberFormat('pt-BR');

/** Text for a cell: refused characters become U+FFFD; cut text states its full length. */
export function cellText(text: string): string {
  const clean = text.replace(UNHOLDABLE, '\ufffd');
  if (clean.length <= CELL_MAX) return clean;
  const mark = ` … [cortado: o texto tem ${count.format(clean.length)} caracteres]`;
  // Keeps no half surrogate pair.
  return `${clean.slice(0, CELL_MAX - mark.length).replace(/[\ud800-\udbff]$/, '')}${mark}`;
}

/** True if a spreadsheet may see a formula in a text, even after blanks and invisible marks. */
export function looksLikeFormula(text: string): boolean {
  return /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text);
}

export const isDay = (cell: object): cell is Dia => 'dia' in cell;

/** A finite number as plain digits with a point, without exponent. */
export function digitsOf(n: number, casas?: number): string | null {
  if (!Number.isFinite(n)) return null;
  if (casas !== undefined && Math.abs(n) < 1e21) return n.toFixed(casas);
  const plain = String(n);
  if (!plain.includes('e')) return plain;
  return Math.abs(n) >= 1 ? BigInt(n).toString() : n.toFixed(20).replace(/\.?0+$/, '');
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** A time in São Paulo, two digits per part, four for `ano`; null: invalid. */
export function clockOf(moment: Date): Clock | null {
  const time = moment.getTime();
  if (Number.isNaN(time)) return null;
  if (time >= BY_HOURS.from && time < BY_HOURS.until) return clockByHour(time);
  return readClock(moment);
}

type Clock = Record<'ano' | 'mes' | 'dia' | 'hora' | 'minuto' | 'segundo', string>;

/** In this range São Paulo's offset changes only at whole hours. Offsets are cached by hour, as computing is slow. */
const BY_HOURS = { from: Date.UTC(1920, 0, 1), until: Date.UTC(2200, 0, 1) };
const HOUR_MS = 3_600_000;
/** São Paulo's offset from UTC, ms, by hour since 1970. */
const offsets = new Map<number, number>();
const OFFSETS_MAX = 20_000;

function offsetAt(hour: number): number {
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const { ano, mes, dia, hora, minuto } = readClock(new Date(hour * HOUR_MS));
  const offset =
    Date.UTC(Number(ano), Number(mes) - 1, Number(dia), Number(hora), Number(minuto)) - hour * HOUR_MS;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

function clockByHour(time: number): Clock {
  const at = new Date(time + offsetAt(Math.floor(time / HOUR_MS)));
  return {
    ano: String(at.getUTCFullYear()),
    mes: two(at.getUTCMonth() + 1),
    dia: two(at.getUTCDate()),
    hora: two(at.getUTCHours()),
    minuto: two(at.getUTCMinutes()),
    segundo: two(at.getUTCSeconds()),
  };
}

function readClock(moment: Date): Clock {
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    ano: get('year').padStart(4, '0'),
    mes: get('month'),
    dia: get('day'),
    hora: get('hour'),
    minuto: get('minute'),
    segundo: get('second'),
  };
}

/** Parses yyyy-MM-dd; null if the calendar lacks the day. */
export function partsOfDay(dia: string): { ano: number; mes: number; dia: number } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dia);
  if (!match) return null;
  const [ano, mes, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const at = new Date(Date.UTC(ano, mes - 1, day));
  return at.getUTCMonth() === mes - 1 && at.getUTCDate() === day ? { ano, mes, dia: day } : null;
}
