import { ratioOfSums, type SomasDeUnidades } from './ratio.ts';

/** A share of counted things, 0 to 1, with its 95 % interval; `de` and `ate` are null where there is too little for one. */
export type Proporcao = { n: number; d: number; valor: number; de: number | null; ate: number | null };

/** n ÷ d of things that come together in units: of all cells of several interviews, each a unit (ratio.ts). Null without a cell. */
export function clusteredProportion(sums: SomasDeUnidades): Proporcao | null {
  const ratio = ratioOfSums(sums);
  if (!ratio) return null;
  const { valor, intervalo } = ratio;
  return { n: sums.x, d: sums.c, valor, de: intervalo?.de ?? null, ate: intervalo?.ate ?? null };
}

/**
 * n ÷ d of things that are independent of each other, each a unit of its own: answers to one question, interviews. Null without any.
 * Cells of several questions of an interview are not: `clusteredProportion`.
 */
export const proportion = (n: number, d: number): Proporcao | null =>
  clusteredProportion({ unidades: d, x: n, c: d, xx: n, xc: n, cc: d });
