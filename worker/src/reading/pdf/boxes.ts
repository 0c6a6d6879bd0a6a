/** Finds boxes and circles drawn as lines by printed web forms and drawing programs. */
import { getResolvedPDFJS } from 'unpdf';
import type { Page, Piece } from './page.ts';

/** Side lengths of boxes to tick, points. */
const [SMALLEST, LARGEST] = [5, 17];
const SHAPES = 20_000;
const BOXES = 1_000;
/** Greatest distance between a box and its words, points. */
const NEAR = 28;
/** Number of operands of each path command: move, line, curve (two kinds), close. */
const LENGTHS = [2, 2, 6, 4, 0] as const;

export type Box = { x0: number; x1: number; top: number; bottom: number };
export type Matrix = readonly [number, number, number, number, number, number];

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

function shapesOf(path: ArrayLike<number>, m: Matrix): Box[] {
  const shapes: Box[] = [];
  for (let at = 0; at < path.length; ) {
    const command = path[at] ?? 4;
    const numbers = LENGTHS[command as 0] ?? 0;
    if (command === 0) shapes.push({ x0: Infinity, x1: -Infinity, top: Infinity, bottom: -Infinity });
    const shape = shapes.at(-1);
    for (let n = at + 1; shape && n < at + 1 + numbers; n += 2) {
      const [x, y] = [path[n] ?? 0, path[n + 1] ?? 0];
      const [px, py] = [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
      shape.x0 = Math.min(shape.x0, px);
      shape.x1 = Math.max(shape.x1, px);
      shape.top = Math.min(shape.top, py);
      shape.bottom = Math.max(shape.bottom, py);
    }
    at += 1 + numbers;
  }
  return shapes;
}

const isBox = ({ x0, x1, top, bottom }: Box): boolean => {
  const [width, height] = [x1 - x0, bottom - top];
  const fits = (side: number): boolean => side >= SMALLEST && side <= LARGEST;
  return fits(width) && fits(height) && width / height > 0.75 && width / height < 1.34;
};
const overlap = (one: Box, other: Box): boolean =>
  one.x0 < other.x1 && one.x1 > other.x0 && one.top < other.bottom && one.bottom > other.top;

/** Adds a copying version of an ArrayBuffer method that PDF.js needs and Node has only from version 21. */
function assureTransfer(): void {
  const prototype = ArrayBuffer.prototype as { transferToFixedLength?: () => ArrayBuffer };
  prototype.transferToFixedLength ??= function (this: ArrayBuffer) {
    return this.slice(0);
  };
}

/** Boxes in displayed coordinates, without duplicates. */
export async function drawnBoxes(page: Page, view: Matrix): Promise<Box[]> {
  assureTransfer();
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const boxes: Box[] = [];
  const saved: Matrix[] = [];
  let matrix = view;
  let seen = 0;
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[];
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? view;
    else if (operator === OPS.transform) matrix = times(matrix, args as unknown as Matrix);
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      if (args[0]) matrix = times(matrix, args[0] as Matrix);
    } else if (operator === OPS.constructPath && args[0] !== OPS.endPath) {
      const [path] = args[1] as [ArrayLike<number> | null];
      for (const shape of path ? shapesOf(path, matrix) : []) {
        seen += 1;
        if (seen > SHAPES || boxes.length >= BOXES) return boxes;
        if (isBox(shape) && !boxes.slice(-8).some((other) => overlap(shape, other))) boxes.push(shape);
      }
    }
  }
  return boxes;
}

/** Converts empty boxes to text pieces; adjacent boxes become one field for a number. */
export function asPieces(boxes: readonly Box[], words: readonly Piece[]): Piece[] {
  const inside = ({ x0, x1, top, bottom }: Box): boolean =>
    words.some(
      (word) =>
        word.base > top &&
        word.base - word.size * 0.5 < bottom &&
        (word.x0 + word.x1) / 2 > x0 &&
        (word.x0 + word.x1) / 2 < x1,
    );
  const empty = boxes.filter((box) => !inside(box)).sort((a, b) => a.top - b.top || a.x0 - b.x0);
  const rows: Box[][] = [];
  for (const box of empty) {
    const beside = rows.find((row) => {
      const last = row.at(-1) as Box;
      return Math.abs(last.top - box.top) < 2 && box.x0 - last.x1 > -2 && box.x0 - last.x1 < 2;
    });
    if (beside) beside.push(box);
    else rows.push([box]);
  }
  // Rows of boxes below each other are a table's cells.
  const stacked = (row: readonly Box[]): boolean =>
    row.length > 1 &&
    rows.some((other) => {
      if (other === row || other.length === 1) return false;
      const [one, two] = [row[0] as Box, other[0] as Box];
      return Math.min(Math.abs(one.bottom - two.top), Math.abs(two.bottom - one.top)) < 2;
    });
  return rows.flatMap((row): Piece[] => {
    const [first, last] = [row[0] as Box, row.at(-1) as Box];
    const size = first.bottom - first.top;
    const before = row.length > 1 ? NEAR : 0;
    const near = words.some(
      ({ base, x0, x1 }) =>
        base > first.top - 1 &&
        base < first.bottom + size * 0.4 &&
        x0 - last.x1 < NEAR &&
        first.x0 - x1 < before,
    );
    if (!near || stacked(row)) return [];
    const text = row.length === 1 ? '☐' : `|${'__|'.repeat(row.length)}`;
    return [{ text, x0: first.x0, x1: last.x1, base: first.bottom - size * 0.2, size, artifact: false }];
  });
}
