import type { Piece } from './page.ts';

export type Segment = Piece;
export type Row = { base: number; size: number; segments: Segment[] };

/** Greatest vertical distance within a line, in letter heights: allows 1º and m². */
const SAME_LINE = 0.45;
/** Least gap between words, and (WIDE_GAP) between cells, in letter heights. */
const WORD_GAP = 0.13;
const WIDE_GAP = 0.8;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function linesOf<T extends { x0: number; base: number; size: number }>(things: readonly T[]): T[][] {
  const lines: { base: number; size: number; things: T[] }[] = [];
  for (const one of [...things].sort((a, b) => a.base - b.base || a.x0 - b.x0)) {
    const line = lines.at(-1);
    if (line && one.base - line.base <= Math.min(line.size, one.size) * SAME_LINE) {
      line.things.push(one);
      line.size = Math.max(line.size, one.size);
    } else lines.push({ base: one.base, size: one.size, things: [one] });
  }
  return lines.map((line) => line.things.sort((a, b) => a.x0 - b.x0));
}

export function segmentsOf(pieces: readonly Piece[]): Segment[] {
  return linesOf(pieces).flatMap((line) => {
    const segments: Segment[] = [];
    for (const { text, x0, x1, base, size, artifact } of line) {
      const last = segments.at(-1);
      const gap = last ? x0 - last.x1 : Number.POSITIVE_INFINITY;
      const em = Math.max(last?.size ?? 0, size);
      if (last && gap < em * WIDE_GAP && last.artifact === artifact) {
        const apart = gap > em * WORD_GAP || /\s$/u.test(last.text) || /^\s/u.test(text);
        last.text = `${last.text.trimEnd()}${apart ? ' ' : ''}${text.trimStart()}`;
        last.x1 = Math.max(last.x1, x1);
        last.size = em;
      } else segments.push({ text: text.trim(), x0, x1, base, size, artifact });
    }
    return segments;
  });
}

export const rowsOf = (segments: readonly Segment[]): Row[] =>
  linesOf(segments).map((line) => ({
    base: median(line.map(({ base }) => base)),
    size: Math.max(...line.map(({ size }) => size)),
    segments: line,
  }));

export const textOfRow = ({ segments }: Row): string => segments.map(({ text }) => text).join(' ');

/** Usual distance between lines, points; 0 for a single line. */
export const pitchOf = (rows: readonly Row[]): number =>
  median(rows.slice(1).map(({ base }, at) => base - (rows[at]?.base ?? base)));
