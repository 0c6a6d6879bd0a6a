import { type Intervalo, ratioOfSums } from './ratio.ts';

/** What is kept of many figures so that their mean and how sure it is can be told: how many, their sum, the sum of their squares. */
export type Somas = { n: number; soma: number; quadrados: number };

/** A mean with its 95 % interval; null where there are too few values for one. */
export type Media = { n: number; valor: number; intervalo: Intervalo | null };

/** The mean of figures from 0 to 1 with its 95 % interval (ratio.ts says how it is made, and from how many on). Null without any. */
export function meanOf({ n, soma, quadrados }: Somas): Media | null {
  const ratio = ratioOfSums({ unidades: n, x: soma, c: n, xx: quadrados, xc: soma, cc: n });
  return ratio && { n, valor: ratio.valor, intervalo: ratio.intervalo };
}

/** Adds what was kept of several lots. */
export const addSums = (a: Somas, b: Somas): Somas => ({
  n: a.n + b.n,
  soma: a.soma + b.soma,
  quadrados: a.quadrados + b.quadrados,
});
