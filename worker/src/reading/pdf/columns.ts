/**
 * Finds the reading order of a page's lines: column after column, or row by row as in a table. Consecutive question
 * numbers decide; without such numbers, the content of the two sides decides.
 */
import { beginsSpecial } from '@escuta/shared/domain/survey-file/printed/special-words';
import { pitchOf, type Row, rowsOf, type Segment, textOfRow } from './rows.ts';

/** Lines in reading order, by parts. `sure`: true if no other order fits equally well. */
export type Order = { parts: Row[][]; sure: boolean };

/** Greatest number of columns; PLACES: of horizontal positions tried as a column's start. */
const COLUMNS = 4;
const PLACES = 6;
const LINES = 400;
const TRIES = 300;
/** With at least this many letters, a line is a sentence, not an option. */
const SENTENCE = 12;
/** Number of lines of sentences on each side that certainly make columns. */
const COLUMN_LINES = 6;
/** Least column width, points. */
const MIN_COLUMN = 40;

/** Matches a code, box, blank or jump, which never forms a column of text. */
const BESIDE =
  /^(?:(?:[([|]\s*)?[\d_.,\s|–-]*(?:\s*[)\]|])?\.?|(?:(?:☐|\(\s*\)|\[\s*\])\s*)+|[PQ]?\d{1,3}\s*[-–.)]*|[•●▪·–-]|(?:→|->|⇒|(?:PULE|PULAR|IR|V[ÁA]|SIGA|PASSE|SALTE|ENCERR\p{L}*)\s).*)$/iu;
const BOX = /^(?:☐|\(\s*\)|\[\s*\])/u;
const OPTION = /^(?:☐|\(\s*\)|\[\s*\]|\(?\d{1,3}\s*[-–.)]|\(?[a-z]\)\s)/iu;
const FIELD = /_{3,}|\|_|:\s*$|\.{5,}/u;
const STARTS: readonly RegExp[] = [
  /^[A-Z]{1,2}(\d{1,3})\s*[-–—.):]/u,
  /^(?:P|Q|PERGUNTA|QUEST[ÃA]O)\s*\.?\s*(\d{1,3})\s*[-–—.):]/iu,
  /^(?:P|Q|PERGUNTA|QUEST[ÃA]O)\s*\.?\s*(\d{1,3})\s/iu,
  /^(\d{1,3})\s*\.(?!\d)/u,
  /^(\d{1,3})\s*\)/u,
  /^(\d{1,3})\s*[-–—]/u,
];

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const share = <T>(all: readonly T[], one: (of: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(one).length / all.length;

/**
 * The question number at a line's start in the notation `form`. '99 – NS/NR' is an option's code, and 'P7)' without
 * words ends '(PULE PARA P7)'.
 */
function numberOf(row: Row, form: RegExp): number | null {
  const text = textOfRow(row);
  const hit = form.exec(text);
  const words = hit ? text.slice(hit[0].length) : '';
  return hit && /\p{L}/u.test(words) && !beginsSpecial(words) ? Number(hit[1]) : null;
}
const numbersOf = (rows: readonly Row[], form: RegExp): number[] =>
  rows.flatMap((row) => numberOf(row, form) ?? []);
/** True if the numbers rise; one or two may be missing in between. */
const rises = (numbers: readonly number[]): boolean =>
  numbers.every((n, at) => at === 0 || (n > (numbers[at - 1] ?? 0) && n <= (numbers[at - 1] ?? 0) + 3));

type Zone = { above: Row[]; left: Segment[]; right: Segment[]; below: Row[]; rows: number };

/** Finds the longest run of lines without words across the gap left of `x`. */
function zoneAt(rows: readonly Row[], x: number): Zone | null {
  const size = median(rows.map((row) => row.size));
  const gap = Math.max(6, size * 0.7);
  const crosses = ({ segments }: Row): boolean => segments.some(({ x0, x1 }) => x0 < x - 1 && x1 > x - gap);
  const hasRight = ({ segments }: Row): boolean => segments.some(({ x0 }) => x0 >= x - 1);
  const hasLeft = ({ segments }: Row): boolean => segments.some(({ x0 }) => x0 < x - 1);
  let best: { from: number; to: number; weight: number } | null = null;
  for (let from = 0; from < rows.length; ) {
    let to = from;
    while (to < rows.length && !crosses(rows[to] as Row)) to += 1;
    const run = rows.slice(from, to);
    const [lefts, rights] = [run.filter(hasLeft), run.filter(hasRight)];
    const reach = Math.max(Math.min(pitchOf(lefts), pitchOf(rights)), size * 1.15) * 0.6;
    // Counts only lines beside each other, as in columns, because indented lines stand below other lines.
    const weight = rights.filter(({ base }) =>
      lefts.some((other) => Math.abs(other.base - base) <= reach),
    ).length;
    const enough = weight >= 2 && weight * 2 >= Math.min(lefts.length, rights.length);
    if (enough && weight > (best?.weight ?? 0)) best = { from, to, weight };
    from = to + 1;
  }
  if (!best) return null;
  let { from, to } = best;
  // A first or last line far from the others belongs to the page, not to a column.
  const sides = [hasLeft, hasRight].map((has) => pitchOf(rows.slice(from, to).filter(has)));
  const pitch = Math.max(...sides, 1);
  const apart = (at: number): boolean => (rows[at]?.base ?? 0) - (rows[at - 1]?.base ?? 0) > pitch * 1.8;
  const plain = (at: number): boolean => !STARTS.some((form) => form.test(textOfRow(rows[at] as Row)));
  for (const head of [1, 2]) {
    if (
      from + head < to &&
      apart(from + head) &&
      rows.slice(from, from + head).every((_, n) => plain(from + n))
    ) {
      from += head;
      break;
    }
  }
  if (to - 1 > from && apart(to - 1) && plain(to - 1) && !BOX.test(textOfRow(rows[to - 1] as Row))) to -= 1;
  const segments = rows.slice(from, to).flatMap((row) => row.segments);
  return {
    above: rows.slice(0, from),
    left: segments.filter(({ x0 }) => x0 < x - 1),
    right: segments.filter(({ x0 }) => x0 >= x - 1),
    below: rows.slice(to),
    rows: to - from,
  };
}

/** Horizontal positions where several lines begin, most frequent first. */
function placesIn(rows: readonly Row[]): number[] {
  const places: { x: number; count: number }[] = [];
  const starts = rows.flatMap(({ segments }) => segments.map(({ x0 }) => x0)).sort((a, b) => a - b);
  const edge = (starts[0] ?? 0) + MIN_COLUMN;
  for (const x of starts) {
    const last = places.at(-1);
    if (last && x - last.x <= 3) last.count += 1;
    else places.push({ x, count: 1 });
  }
  return places
    .filter(({ x, count }) => count >= 2 && x > edge)
    .sort((a, b) => b.count - a.count)
    .slice(0, PLACES)
    .map(({ x }) => x);
}

/** Possible divisions into two sides, those with the most lines first. */
const zonesIn = (rows: readonly Row[]): Zone[] =>
  placesIn(rows)
    .sort((a, b) => a - b)
    .flatMap((x) => zoneAt(rows, x) ?? [])
    .sort((a, b) => b.rows - a.rows);

type Start = { y: number; n: number };
const startsOf = (segments: readonly Segment[], form: RegExp): Start[] =>
  rowsOf(segments).flatMap((row) => {
    const n = numberOf(row, form);
    return n === null ? [] : [{ y: row.base - row.size * 0.5, n }];
  });

/**
 * Heights that divide a page into bands, if its questions alternate between the sides: within a band, the numbers rise
 * when the left side is read first.
 */
function cutsOf(left: readonly Start[], right: readonly Start[]): number[] | null {
  const heights = [...new Set([...left, ...right].map(({ y }) => y))].sort((a, b) => a - b);
  const cuts: number[] = [];
  let from = Number.NEGATIVE_INFINITY;
  let before = 0;
  while (from < Number.POSITIVE_INFINITY) {
    const to = [...heights.filter((y) => y > from + 1), Number.POSITIVE_INFINITY].find((end) => {
      const inBand = [left, right].flatMap((side) =>
        side.filter(({ y }) => y >= from && y < end).map(({ n }) => n),
      );
      const later = [...left, ...right].filter(({ y }) => y >= end).map(({ n }) => n);
      const follows = (inBand[0] ?? 0) > before && Math.max(...inBand) < Math.min(...later, 1000);
      return inBand.length > 0 && rises(inBand) && follows;
    });
    if (to === undefined) return null;
    before = Math.max(
      before,
      ...[...left, ...right].filter(({ y }) => y >= from && y < to).map(({ n }) => n),
    );
    cuts.push(to);
    from = to;
  }
  return cuts;
}

/** Attempts left for a page; limited, because a malicious page may need endless attempts. */
type Tries = { left: number };

function inBands({ left, right }: Zone, cuts: readonly number[], depth: number, tries: Tries): Order {
  const parts: Row[][] = [];
  let sure = true;
  for (const [at, to] of cuts.entries()) {
    const from = cuts[at - 1] ?? Number.NEGATIVE_INFINITY;
    for (const side of [left, right]) {
      const order = orderOf(
        side.filter(({ base, size }) => base - size * 0.5 >= from && base - size * 0.5 < to),
        depth + 1,
        tries,
      );
      parts.push(...order.parts);
      sure &&= order.sure;
    }
  }
  return { parts, sure };
}

const isAside = ({ segments }: Row): boolean => segments.every(({ text }) => BESIDE.test(text));
const isGridRow = (row: Row): boolean => row.segments.length > 1 && isAside(row);
const isAligned = (row: Row, others: readonly Row[]): boolean =>
  others.some(({ base, size }) => Math.abs(base - row.base) < size * 0.45);

const CODES: readonly RegExp[] = [
  ...STARTS.slice(3),
  /^\(?([a-z])\)\s/iu,
  /^[([]\s*(\d{1,3})\s*[)\]]/u,
  /^(\d{1,3})\s(?=\p{L})/u,
];
/** Least code of a special answer (such as 'não sabe'), which need not follow its predecessor. */
const ALTO = 86;
const codeOf = (row: Row | undefined, form: RegExp): number | null => {
  const hit = row && form.exec(textOfRow(row))?.[1];
  if (!hit) return null;
  return /\d/u.test(hit) ? Number(hit) : hit.toLowerCase().charCodeAt(0) - 96;
};

/**
 * Reads options in two columns, if their codes continue from the first column to the second.
 * @returns null for reading row by row
 */
function codedColumns({ left, right }: Zone): Order | null {
  const rightOnes = new Set(right);
  const rows = rowsOf([...left, ...right]);
  const side = (row: Row, isRight: boolean): Row | undefined =>
    rowsOf(row.segments.filter((one) => rightOnes.has(one) === isRight))[0];
  const parts: Row[][] = [];
  let found = false;
  for (let at = 0; at < rows.length; ) {
    const begin = rows[at] as Row;
    const form = CODES.find(
      (one) => codeOf(side(begin, false), one) !== null && codeOf(side(begin, true), one) !== null,
    );
    let to = at + 1;
    if (form) {
      const last = (): number => codeOf(side(rows[to - 1] as Row, false), form) ?? Number.NaN;
      while (to < rows.length && codeOf(side(rows[to] as Row, false), form) === last() + 1) to += 1;
    }
    const [first, second] = [false, true].map((isRight) =>
      rows.slice(at, to).flatMap((row) => side(row, isRight) ?? []),
    ) as [Row[], Row[]];
    const codes = form ? [...first, ...second].map((row) => codeOf(row, form)) : [];
    if (
      to > at + 1 &&
      second.length > 1 &&
      codes.every((code, n) => n === 0 || code === (codes[n - 1] ?? 0) + 1 || (code ?? 0) >= ALTO)
    ) {
      found = true;
      parts.push(first, second);
    } else if (found || parts.length > 1) parts.push(rows.slice(at, to));
    else parts[0] = [...(parts[0] ?? []), ...rows.slice(at, to)];
    at = to;
  }
  return found ? { parts, sure: true } : null;
}

/** True if the numbers continue earlier questions; options' numbers would start at 1. */
const goesOn = (numbers: readonly number[]): boolean => (numbers[0] ?? 0) > 1 && rises(numbers);

/** The option's code in a text; NaN if there is none. */
const optionCode = (text: string): number =>
  Number(
    /\p{L}\S*[\s.…_]+\(?(\d{1,2})\)?$/u.exec(text)?.[1] ??
      /^\(?(\d{1,2})[).\s–-]+\p{L}/u.exec(text)?.[1] ??
      Number.NaN,
  );
/**
 * True if each line's codes on the right continue those on the left: 'Bom 1 Regular 2 | Ruim 3' is one list of options,
 * even in several lines.
 */
function countsAcross(leftRows: readonly Row[], rightRows: readonly Row[]): boolean {
  const codes = rightRows
    .map((row) => ({
      last: optionCode(leftRows.find((other) => isAligned(row, [other]))?.segments.at(-1)?.text ?? ''),
      code: optionCode(row.segments[0]?.text ?? ''),
    }))
    .filter(({ code }) => !Number.isNaN(code));
  const counts = codes.every(({ last, code }) => code === last + 1 || (code >= ALTO && code > last));
  return codes.length > 0 && codes.length * 2 >= rightRows.length && counts;
}

/** A zone's lines, the left side first; null if the zone must be read row by row. */
function sidesOf(zone: Zone, depth: number, tries: Tries): Order | null {
  const [leftRows, rightRows] = [rowsOf(zone.left), rowsOf(zone.right)];
  if (countsAcross(leftRows, rightRows)) return null;
  const lined =
    share(rightRows, isAside) >= 0.5 ||
    share(leftRows, isAside) >= 0.5 ||
    // Several lines with nothing but codes or boxes are a scale's columns.
    rightRows.filter(isGridRow).length > 1 ||
    share(rightRows, ({ segments }) => segments.length > 2) >= 0.5;
  // Sides with consecutive questions are columns, in spite of codes and scales.
  const asking = STARTS.filter(
    (form) => numbersOf(leftRows, form).length > 0 && numbersOf(rightRows, form).length > 1,
  );
  if (lined && asking.length === 0) return null;
  const [left, right] = [orderOf(zone.left, depth + 1, tries), orderOf(zone.right, depth + 1, tries)];
  const beside: Order = { parts: [...left.parts, ...right.parts], sure: left.sure && right.sure };
  if (lined) return asking.some((form) => rises(numbersOf(beside.parts.flat(), form))) ? beside : null;
  const leftAsks = STARTS.filter((form) => numbersOf(left.parts.flat(), form).length > 0);
  const rightAsks = STARTS.filter((form) => numbersOf(right.parts.flat(), form).length > 0);
  // Codes beside codes of the same notation belong to the same question's options.
  const coded = CODES.find((form) => rightRows.every((row) => codeOf(row, form) !== null));
  const codedLeft = coded ? leftRows.filter((row) => codeOf(row, coded) !== null) : [];
  const asked = [...leftRows, ...rightRows].some((row) => textOfRow(row).includes('?'));
  if (
    (leftAsks.some((form) => form !== coded) || (codedLeft.length > 0 && !asked)) &&
    rightRows.every((row) => isAligned(row, codedLeft))
  )
    return codedColumns(zone);
  for (const form of leftAsks.filter((one) => rightAsks.includes(one))) {
    const [inLeft, inRight] = [numbersOf(left.parts.flat(), form), numbersOf(right.parts.flat(), form)];
    if (rises([...inLeft, ...inRight])) return beside;
    const cuts = cutsOf(startsOf(zone.left, form), startsOf(zone.right, form));
    if (cuts) return inBands(zone, cuts, depth, tries);
  }
  // The sides are columns, too, if the left side continues earlier lines and the questions begin on the right.
  if (leftAsks.length === 0 && rightAsks.some((form) => goesOn(numbersOf(right.parts.flat(), form))))
    return beside;
  // Options in two columns under a question, and boxes after statements, are read row by row, unless their codes
  // continue from left to right.
  const options = rightRows.filter((row) => OPTION.test(textOfRow(row)));
  const leftOptions = leftRows.filter((row) => OPTION.test(textOfRow(row)));
  if (options.length * 2 >= rightRows.length) {
    const several = rightRows.some(
      ({ segments }) => segments.filter(({ text }) => OPTION.test(text)).length > 1,
    );
    if (several) return null;
    if (rightRows.every((row) => isAligned(row, leftOptions))) return codedColumns(zone);
    const asks = leftAsks[0];
    const cuts = asks && cutsOf(startsOf(zone.left, asks), []);
    return { ...(cuts ? inBands(zone, cuts, depth, tries) : beside), sure: false };
  }
  // Blanks side by side are read row by row, as in forms.
  if (share(rightRows, (row) => FIELD.test(textOfRow(row))) >= 0.5) return null;
  const letters = (rows: readonly Row[]): number => median(rows.map((row) => lettersIn(textOfRow(row))));
  if (letters(rightRows) < SENTENCE) return null;
  if (letters(leftRows) < SENTENCE) {
    // A note beside a question may belong to the question, so that a person must check the order.
    const questions = leftRows.filter((row) => STARTS.some((form) => form.test(textOfRow(row))));
    const noted = rightRows.some((row) => isAligned(row, questions));
    return noted ? { parts: [rowsOf([...zone.left, ...zone.right])], sure: false } : null;
  }
  // Sentences side by side are columns; in doubt, a person must check the order.
  const notes =
    leftAsks.length > 0 &&
    rightRows.length < leftRows.length &&
    rightRows.every((row) => isAligned(row, leftRows));
  const lines = Math.min(leftRows.length, rightRows.length);
  return { ...beside, sure: beside.sure && !notes && lines >= COLUMN_LINES };
}

function asks(segments: readonly Segment[]): boolean {
  const rows = rowsOf(segments);
  const first = rows.findIndex((row) => STARTS.some((form) => numberOf(row, form) !== null));
  return first >= 0 && rows.slice(first).some((row) => textOfRow(row).includes('?'));
}

export function orderOf(segments: readonly Segment[], depth = 0, tries: Tries = { left: TRIES }): Order {
  const rows = rowsOf(segments);
  if (rows.length < 2 || depth >= COLUMNS) return { parts: [rows], sure: true };
  if (rows.length > LINES || tries.left <= 0) return { parts: [rows], sure: false };
  let other: Order | null = null;
  // Becomes false for an undivided zone with questions on both sides, because reading it row by row is wrong.
  let sure = true;
  for (const zone of zonesIn(rows)) {
    if (tries.left <= 0) break;
    tries.left -= 1;
    const sides = sidesOf(zone, depth, tries);
    if (!sides) sure &&= !(asks(zone.left) && asks(zone.right));
    if (!sides || (other && !sides.sure)) continue;
    const [above, below] = [zone.above, zone.below].map((some) =>
      orderOf(
        some.flatMap((row) => row.segments),
        depth,
        tries,
      ),
    ) as [Order, Order];
    const order = {
      parts: [...above.parts, ...sides.parts, ...below.parts].filter((part) => part.length > 0),
      sure: sides.sure && above.sure && below.sure,
    };
    if (sides.sure) return order;
    other = order;
  }
  return other ?? { parts: [rows], sure: sure && tries.left > 0 };
}
