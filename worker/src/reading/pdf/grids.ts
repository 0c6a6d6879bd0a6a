/**
 * Reads tables printed without lines: statements below each other, and a scale above columns of boxes or codes. Texts
 * may wrap.
 */
import type { Row, Segment } from './rows.ts';

/** A table: `linhas` has the heading and the statements; `rows` has, for each of them, the page's lines. */
export type Grid = { linhas: string[][]; rows: Row[][] };

/** Matches a box, code or blank without other text. */
const MARK = /^(?:[([|]\s*[_\d]{0,3}\s*[)\]|]|☐|_+|\d{1,3})$/u;
const ENDS_MARKED = /(?:\d|[([]\s*[)\]]|☐)$/u;
const HEAD = 6;
const STATEMENT = 8;

const centre = ({ x0, x1 }: Segment): number => (x0 + x1) / 2;
const textOf = (segments: readonly Segment[]): string => segments.map(({ text }) => text).join(' ');

/** The marks at a line's end, and the words before them; null for fewer than two marks. */
function marksOf({ segments }: Row): { words: Segment[]; marks: Segment[] } | null {
  const at = segments.findLastIndex(({ text }) => !MARK.test(text)) + 1;
  const marks = segments.slice(at);
  return marks.length < 2 ? null : { words: segments.slice(0, at), marks };
}

/** True if two lines have equal marks in the same columns; options' codes would rise. */
function sameColumns(one: readonly Segment[], other: readonly Segment[]): boolean {
  return (
    one.length === other.length &&
    one.every((mark, at) => {
      const beside = other[at];
      return (
        beside !== undefined &&
        mark.text === beside.text &&
        Math.abs(centre(mark) - centre(beside)) < mark.size
      );
    })
  );
}

type Found = {
  first: number;
  last: number;
  marked: Map<number, { words: Segment[]; marks: Segment[] }>;
  columns: number[];
};

/** Finds a table's lines from a marked line on; a single marked line counts only at the page's end. */
function bodyFrom(rows: readonly Row[], first: number, pitch: number): Found | null {
  const begin = rows[first] && marksOf(rows[first]);
  if (!begin) return null;
  const marked = new Map([[first, begin]]);
  const left = Math.min(...begin.marks.map(({ x0 }) => x0));
  let last = first;
  for (let at = first + 1; at < rows.length; at += 1) {
    const row = rows[at] as Row;
    const found = marksOf(row);
    if (found) {
      if (!sameColumns(begin.marks, found.marks)) break;
      marked.set(at, found);
      last = at;
    } else if (
      at - last > STATEMENT ||
      row.segments.some(({ x1 }) => x1 > left) ||
      row.base - (rows[at - 1]?.base ?? row.base) > pitch * 2.2
    )
      break;
  }
  // A table at a page's end may continue on the next page, so that one marked line is enough.
  const goesOn = first === rows.length - 1 && begin.words.length > 0;
  return marked.size < 2 && !goesOn ? null : { first, last, marked, columns: begin.marks.map(centre) };
}

/** The column below a segment of the heading; null if there are none or several. */
function columnOf(segment: Segment, columns: readonly number[]): number | null {
  const covered = columns.filter((x) => segment.x0 <= x && segment.x1 >= x);
  if (covered.length > 1) return null;
  const distances = columns.map((x) => Math.abs(x - centre(segment)));
  const nearest = distances.indexOf(Math.min(...distances));
  const step = Math.min(...columns.slice(1).map((x, at) => x - (columns[at] ?? x)));
  return (distances[nearest] ?? step) <= step * 0.6 ? nearest : null;
}

/** The words above each column, and their first line; null if a column has no words. */
function headOf(
  rows: readonly Row[],
  { first, columns, marked }: Found,
  begin: number,
): { cells: string[]; from: number } | null {
  const cells = columns.map((): string[] => []);
  const edge = Math.min(...(marked.get(first)?.marks ?? []).map(({ x0 }) => x0));
  const reach = Math.min(...columns.slice(1).map((x, at) => x - (columns[at] ?? x))) * 0.6;
  let from = first;
  let label: string[] = [];
  for (let at = first - 1; at >= begin && at >= first - HEAD; at -= 1) {
    const row = rows[at] as Row;
    if (marksOf(row)) break;
    const places = row.segments.map((segment) => {
      if (segment.x1 < edge - segment.size * 2) return -1;
      // Words far left of the first column belong to a line above the table.
      return segment.x0 < edge - reach ? null : columnOf(segment, columns);
    });
    if (places.includes(null) || places.every((place) => place === -1)) break;
    for (const [n, place] of places.entries()) {
      const text = row.segments[n]?.text ?? '';
      if (place === -1) label = [text, ...label];
      else cells[place as number]?.unshift(text);
    }
    from = at;
  }
  if (cells.some((words) => words.length === 0)) return null;
  return { cells: [label.join(' '), ...cells.map((words) => words.join(' '))], from };
}

function statementsOf(
  rows: readonly Row[],
  { first, last, marked }: Found,
  end: number,
): Map<number, number[]> {
  const lines = [...marked.keys()];
  const hanging = [...marked.values()].every(({ words }) => words.length > 0);
  const base = (at: number): number => rows[at]?.base ?? 0;
  const owners = new Map(lines.map((at): [number, number[]] => [at, [at]]));
  for (let at = first; at < end; at += 1) {
    if (marked.has(at)) continue;
    const before = lines.filter((line) => line < at).at(-1);
    const after = lines.find((line) => line > at);
    // If statements begin with their marked lines, a line belongs to the marked line above it; otherwise, to the nearer
    // marked line.
    const nearer =
      after === undefined || (before !== undefined && base(at) - base(before) <= base(after) - base(at))
        ? before
        : after;
    owners.get((hanging && before !== undefined ? before : nearer) ?? last)?.push(at);
  }
  return owners;
}

/**
 * Finds a page part's first table from a line on, with its first and last line.
 * @param pitch distance between lines
 */
export function gridIn(
  rows: readonly Row[],
  begin: number,
  pitch: number,
): { from: number; to: number; grid: Grid } | null {
  for (let at = begin; at < rows.length; at += 1) {
    const found = bodyFrom(rows, at, pitch);
    if (!found) continue;
    const head = headOf(rows, found, begin);
    // A single marked line is a table only if its heading fills several lines.
    if (!head || (found.marked.size < 2 && head.from > found.first - 2)) {
      at = found.last;
      continue;
    }
    const { marked, last } = found;
    const edge = Math.min(...[...marked.values()].flatMap(({ marks }) => marks.map(({ x0 }) => x0)));
    // Adds the last statement's further lines: spaced like the lines of a paragraph, and within the statement's column.
    let end = last + 1;
    const begins = rows[last]?.segments[0]?.x0 ?? 0;
    const goesOn = (row: Row | undefined, above: Row): boolean =>
      row !== undefined &&
      row.base - above.base <= pitch * 1.15 &&
      row.segments.every(
        ({ x0, x1, text }) => x1 < edge && /^\p{Ll}/u.test(text) && Math.abs(x0 - begins) < 3,
      );
    while (goesOn(rows[end], rows[end - 1] as Row)) end += 1;
    const owners = statementsOf(rows, found, end);
    const lines = [...marked].map(([line, { words, marks }]) => {
      const own = [...(owners.get(line) ?? [line])].sort((a, b) => a - b);
      const statement = own
        .map((one) => textOf(one === line ? words : (rows[one]?.segments ?? [])))
        .join(' ')
        .trim();
      return {
        cells: [statement, ...marks.map(({ text }) => text)],
        rows: own.map((one) => rows[one] as Row),
      };
    });
    // Statements that all end in a mark show that the detection missed the leftmost column.
    const hidden = lines.every(({ cells }) => ENDS_MARKED.test(cells[0] ?? ''));
    if (hidden || lines.some(({ cells }) => cells[0] === '')) {
      at = last;
      continue;
    }
    return {
      from: head.from,
      to: end,
      grid: {
        linhas: [head.cells, ...lines.map(({ cells }) => cells)],
        rows: [rows.slice(head.from, found.first), ...lines.map((one) => one.rows)],
      },
    };
  }
  return null;
}
