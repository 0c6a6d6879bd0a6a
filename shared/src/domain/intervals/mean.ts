import { addedSquares, type Intervalo, intervalAround, withAdded } from './ratio.ts';

/** What is kept of many figures so that their mean and how sure it is can be told: how many, their sum, the sum of their squares. */
export type Somas = { n: number; soma: number; quadrados: number };

/** A mean with its 95 % interval; null where there are too few values for one. */
export type Media = { n: number; valor: number; intervalo: Intervalo | null };

const LIMITS = [0, 1] as const;

/** The mean of figures from 0 to 1 with its 95 % interval (ratio.ts says how it is made, and from how many on). Null without any. */
export function meanOf({ n, soma, quadrados }: Somas): Media | null {
  if (n === 0) return null;
  const centre = withAdded(n, soma, LIMITS);
  // Sums of rounded figures may say a hair less than none.
  const own = Math.max(0, quadrados - 2 * centre * soma + n * centre ** 2);
  const squares = own + addedSquares(centre, LIMITS);
  return { n, valor: soma / n, intervalo: intervalAround({ n, centre, squares }, LIMITS) };
}

/** Adds what was kept of several lots. */
export const addSums = (a: Somas, b: Somas): Somas => ({
  n: a.n + b.n,
  soma: a.soma + b.soma,
  quadrados: a.quadrados + b.quadrados,
});
