/** 97.5 % quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * 97.5 % quantile of Student's t with `v` degrees of freedom (Abramowitz & Stegun 1964, Handbook of Mathematical
 * Functions, 26.7.5). The error is below 0.0008 from v = 7 on, the smallest value used.
 */
export function studentQuantile(v: number): number {
  const z = Z_95;
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + g1 / v + g2 / v ** 2 + g3 / v ** 3;
}
