import { ratioOfSums, type SomasDeUnidades } from './ratio.ts';

/** A share, 0 to 1, with its 95 % interval; `de` and `ate`: null with too little data. */
export type Proporcao = { n: number; d: number; valor: number; de: number | null; ate: number | null };

/** Share n ÷ d of cells that are clustered in units, such as interviews (ratio.ts); null without cells. */
export function clusteredProportion(sums: SomasDeUnidades): Proporcao | null {
  const ratio = ratioOfSums(sums);
  if (!ratio) return null;
  const { valor, intervalo } = ratio;
  return { n: sums.x, d: sums.c, valor, de: intervalo?.de ?? null, ate: intervalo?.ate ?? null };
}

/** n ÷ d of independent things. Cells of several questions need `clusteredProportion`. */
export const proportion = (n: number, d: number): Proporcao | null =>
  clusteredProportion({ unidades: d, x: n, c: d, xx: n, xc: n, cc: d });
