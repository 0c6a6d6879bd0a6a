/** What is kept of many figures so that their mean and how sure it is can be told: how many, their sum, the sum of their squares. */
export type Somas = { n: number; soma: number; quadrados: number };

/** A mean with its 95 % interval; null where one value alone says nothing of how they scatter. */
export type Media = { n: number; valor: number; intervalo: { de: number; ate: number } | null };

/** 97.5 % quantile of the normal distribution: two-sided 95 %. */
const Z = 1.959963984540054;

/** The same of Student's t with `v` degrees of freedom (Abramowitz & Stegun 1964, 26.7.5): off by less than 0.3 % from 4 on. */
function studentQuantile(v: number): number {
  // The series is not for one to three: their quantiles are what tables say.
  const few = [12.7062, 4.3027, 3.1824][v - 1];
  if (few !== undefined) return few;
  const g1 = (Z ** 3 + Z) / 4;
  const g2 = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const g3 = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  return Z + g1 / v + g2 / v ** 2 + g3 / v ** 3;
}

/**
 * The mean of figures from 0 to 1 with its 95 % interval by Student's t (Student 1908, Biometrika 6:1), within 0 and 1. Null without any.
 */
export function meanOf({ n, soma, quadrados }: Somas): Media | null {
  if (n === 0) return null;
  const valor = soma / n;
  if (n === 1) return { n, valor, intervalo: null };
  // Sums of rounded figures may say a hair less than none.
  const variance = Math.max(0, (quadrados - soma * valor) / (n - 1));
  const half = studentQuantile(n - 1) * Math.sqrt(variance / n);
  return { n, valor, intervalo: { de: Math.max(0, valor - half), ate: Math.min(1, valor + half) } };
}

/** Adds what was kept of several lots. */
export const addSums = (a: Somas, b: Somas): Somas => ({
  n: a.n + b.n,
  soma: a.soma + b.soma,
  quadrados: a.quadrados + b.quadrados,
});
