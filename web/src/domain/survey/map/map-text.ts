/** Cuts and wraps texts to a width on a canvas. */
import type { Coluna } from './map-grid.ts';
import type { Medidas } from './map-sizes.ts';

type Measures = Pick<CanvasRenderingContext2D, 'measureText'>;

/** Cuts a text that is wider than `width` (px), and ends it with an ellipsis. */
export function cutText(context: Measures, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}…`;
}

/** Wraps a text to at most `lines` lines of `width` px; the last line is cut. */
export function wrapText(context: Measures, text: string, width: number, lines: number): string[] {
  const made: string[] = [];
  let rest = text.split(/\s+/).filter(Boolean);
  while (rest.length > 0 && made.length < lines) {
    if (made.length === lines - 1) return [...made, cutText(context, rest.join(' '), width)];
    let taken = 1;
    while (taken < rest.length && context.measureText(rest.slice(0, taken + 1).join(' ')).width <= width)
      taken += 1;
    made.push(cutText(context, rest.slice(0, taken).join(' '), width));
    rest = rest.slice(taken);
  }
  return made;
}

/** For each column, the code of its question and the lines of its wrapped heading. */
export type Titulos = readonly { codigo: string; linhas: readonly string[] }[];

/** Wraps each question's text under its code. If there is no room for lines, code and text share one cut line. */
export function headingsOf(
  context: CanvasRenderingContext2D,
  colunas: readonly Coluna[],
  { titulo: { comprimento, linhas } }: Medidas,
  fonte: string,
): Titulos {
  return colunas.map(({ codigo, texto }) => {
    context.font = `600 11px ${fonte}`;
    const code = cutText(context, linhas > 0 ? codigo : `${codigo} ${texto}`, comprimento);
    context.font = `11px ${fonte}`;
    return { codigo: code, linhas: wrapText(context, texto, comprimento, linhas) };
  });
}
