import { type Intervalo, ratioOfSums } from './ratio.ts';

export type Somas = { n: number; soma: number; quadrados: number };

export type Media = { n: number; valor: number; intervalo: Intervalo | null };

/** Mean of figures from 0 to 1 with its 95 % interval (ratio.ts); null without figures. */
export function meanOf({ n, soma, quadrados }: Somas): Media | null {
  const ratio = ratioOfSums({ unidades: n, x: soma, c: n, xx: quadrados, xc: soma, cc: n });
  return ratio && { n, valor: ratio.valor, intervalo: ratio.intervalo };
}

export const addSums = (a: Somas, b: Somas): Somas => ({
  n: a.n + b.n,
  soma: a.soma + b.soma,
  quadrados: a.quadrados + b.quadrados,
});
