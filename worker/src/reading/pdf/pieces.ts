import { symbolAt, withPlainSigns } from '../formats/symbols.ts';
import { asPieces, drawnBoxes, type Matrix } from './boxes.ts';
import type { Page, Piece } from './page.ts';

/** A text's rotation relative to the displayed page, in quarter turns. */
export type Turn = 0 | 1 | 2 | 3;
export type PageText = { pieces: Piece[]; width: number; height: number; turn: Turn; overfull: boolean };

/** Greatest number of sorted pieces; larger pages keep the file's order. */
const PIECES = 20_000;
/** Letters that symbol fonts, unnamed in the PDF, show as boxes and arrows. */
const SIGN = /^[oqrmxþý¨¡£àè]$/u;

type Raw = {
  text: string;
  x: number;
  y: number;
  turn: Turn;
  width: number;
  size: number;
  font: string;
  artifact: boolean;
};

/** Quarter turns of a text's direction; null for slanted text, which is a watermark. */
function turnOf(dx: number, dy: number): Turn | null {
  const length = Math.hypot(dx, dy);
  if (length === 0) return null;
  if (Math.abs(dy) < length * 0.1) return dx > 0 ? 0 : 2;
  if (Math.abs(dx) < length * 0.1) return dy > 0 ? 1 : 3;
  return null;
}

/** Rotates a point so that text with the rotation `turn` runs to the right. */
function turnUpright(x: number, y: number, turn: Turn, width: number, height: number): [number, number] {
  if (turn === 1) return [y, width - x];
  if (turn === 2) return [width - x, height - y];
  return turn === 3 ? [height - y, x] : [x, y];
}

/** A rectangle's position, as shares of the displayed page's width and height. */
export function shownBox(
  { x0, x1, top, bottom }: { x0: number; x1: number; top: number; bottom: number },
  { turn, width, height }: Pick<PageText, 'turn' | 'width' | 'height'>,
): { x: number; y: number; largura: number; altura: number } {
  const back = ((4 - turn) % 4) as Turn;
  const corners = [turnUpright(x0, top, back, width, height), turnUpright(x1, bottom, back, width, height)];
  const [shownWidth, shownHeight] = turn % 2 === 0 ? [width, height] : [height, width];
  const share = (n: number, whole: number): number =>
    Math.round(Math.min(1, Math.max(0, n / whole)) * 1e4) / 1e4;
  const [left, right] = corners.map(([x]) => share(x, shownWidth)).sort((a, b) => a - b) as [number, number];
  const [above, below] = corners.map(([, y]) => share(y, shownHeight)).sort((a, b) => a - b) as [
    number,
    number,
  ];
  return { x: left, y: above, largura: share(right - left, 1), altura: share(below - above, 1) };
}

async function rawOf(page: Page, width: number, height: number, matrix: number[]): Promise<Raw[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const marked: boolean[] = [];
  const raw: Raw[] = [];
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type.startsWith('begin'))
        marked.push((item as { tag?: string }).tag === 'Artifact' || (marked.at(-1) ?? false));
      else marked.pop();
      continue;
    }
    if (item.str.trim() === '') continue;
    const [ta = 0, tb = 0, tc = 0, td = 0, te = 0, tf = 0] = item.transform as number[];
    const turn = turnOf(a * ta + c * tb, b * ta + d * tb);
    const size = Math.hypot(a * tc + c * td, b * tc + d * td);
    const [x, y] = [a * te + c * tf + e, b * te + d * tf + f];
    if (turn === null || size < 1 || x < -1 || y < -1 || x > width + 1 || y > height + 1) continue;
    raw.push({
      text: item.str,
      x,
      y,
      turn,
      width: item.width,
      size,
      font: item.fontName,
      artifact: marked.at(-1) ?? false,
    });
  }
  return raw;
}

/** Boxes and blanks of form fields, which the page's text lacks, and lists' choices. */
async function fieldsOf(page: Page, matrix: number[]): Promise<Raw[]> {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const fields = (await page.getAnnotations({ intent: 'display' })) as {
    subtype?: string;
    fieldType?: string;
    checkBox?: boolean;
    radioButton?: boolean;
    rect?: number[];
    options?: { displayValue?: string; exportValue?: string }[];
  }[];
  return fields.flatMap((one): Raw[] => {
    const [left = 0, low = 0, right = 0, high = 0] = one.rect ?? [];
    if (one.subtype !== 'Widget' || right <= left || high <= low) return [];
    const at = (x: number, y: number): [number, number] => [a * x + c * y + e, b * x + d * y + f];
    const corners = [at(left, low), at(right, high)];
    const x = Math.min(...corners.map(([one]) => one));
    const bottom = Math.max(...corners.map(([, one]) => one));
    const tall = Math.abs((corners[1]?.[1] ?? 0) - (corners[0]?.[1] ?? 0));
    const width = Math.abs((corners[1]?.[0] ?? 0) - (corners[0]?.[0] ?? 0));
    const field = (text: string, row: number): Raw => {
      const size = Math.min(tall, 10);
      return {
        text,
        x,
        y: bottom - tall * 0.2 + row * 0.01,
        turn: 0,
        width,
        size,
        font: '',
        artifact: false,
      };
    };
    if (one.fieldType === 'Btn' && (one.checkBox || one.radioButton)) return [field('☐', 0)];
    if (one.fieldType === 'Tx') return [field('____', 0)];
    if (one.fieldType !== 'Ch') return [];
    const options = (one.options ?? []).map(({ displayValue = '' }) => displayValue.trim());
    const shown = options.filter((text) => text !== '' && !/^-+$/u.test(text)).slice(0, 100);
    return [field(shown.map((text) => `( ) ${text}`).join('   '), 0)];
  });
}

/** Replaces single letters by boxes and arrows, if their font is used only for such letters. */
function withSigns(raw: readonly Raw[]): Raw[] {
  const letters = new Set<string>();
  const times = new Map<string, number>();
  for (const { font, text } of raw) {
    times.set(font, (times.get(font) ?? 0) + 1);
    if (!SIGN.test(text.trim())) letters.add(font);
  }
  const symbols = new Set(
    [...times].filter(([font, n]) => font !== '' && n > 1 && !letters.has(font)).map(([font]) => font),
  );
  return raw.map((one) => ({
    ...one,
    text: withPlainSigns(
      symbols.has(one.font) && letters.size > 0
        ? [...one.text].map((sign) => symbolAt('Wingdings', sign.codePointAt(0) ?? 0) || sign).join('')
        : one.text,
    ),
  }));
}

/** Splits a text at wide gaps; `from` and `to` are shares of the width. */
function partsOf({ text, width }: Raw): { text: string; from: number; to: number }[] {
  const step = width / Math.max(1, text.length);
  return [...text.matchAll(/\S+(?:\s{1,2}\S+)*/gu)].map((hit) => ({
    text: hit[0],
    from: hit.index * step,
    to: (hit.index + hit[0].length) * step,
  }));
}

/** True if a page asks questions without boxes in its text, so that its boxes may be drawn as lines. */
const lacksBoxes = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ text }) => text.includes('?')) &&
  !pieces.some(({ text }) => /☐|\(\s*\)|\[\s*\]/u.test(text));

/** Reads a page's words, turned upright. Text that is rotated relative to other text joins the line where it ends. */
export async function pageText(page: Page): Promise<PageText> {
  const view = page.getViewport({ scale: 1 });
  const { width, height } = view;
  const matrix = view.transform as number[];
  const words = await rawOf(page, width, height, matrix);
  const raw = withSigns([...words, ...(await fieldsOf(page, matrix))]);
  const counts = [0, 0, 0, 0];
  for (const { turn: one, text } of words) counts[one] = (counts[one] ?? 0) + text.length;
  const turn = Math.max(0, counts.indexOf(Math.max(...counts))) as Turn;
  const [turnedWidth, turnedHeight] = turn % 2 === 0 ? [width, height] : [height, width];
  const seen = new Set<string>();
  const pieces = raw.flatMap((one): Piece[] => {
    const [x, y] = turnUpright(one.x, one.y, turn, width, height);
    const relative = (one.turn - turn + 4) % 4;
    // Words drawn twice, slightly shifted, are bold text, and are read once.
    const key = `${one.text}|${Math.round(x / 2)}|${Math.round(y / 2)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const { size, artifact } = one;
    if (relative === 1 || relative === 3) {
      const base = relative === 3 ? y : y + one.width;
      return [{ text: one.text, x0: x - size * 0.8, x1: x + size * 0.2, base, size, artifact }];
    }
    const left = relative === 2 ? x - one.width : x;
    return partsOf(one).map(({ text, from, to }) => ({
      text,
      x0: left + from,
      x1: left + to,
      base: y,
      size,
      artifact,
    }));
  });
  const boxes = turn === 0 && lacksBoxes(pieces) ? await drawnBoxes(page, matrix as unknown as Matrix) : [];
  pieces.push(...asPieces(boxes, pieces));
  return { pieces, width: turnedWidth, height: turnedHeight, turn, overfull: pieces.length > PIECES };
}
