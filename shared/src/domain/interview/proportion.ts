/** A share of counted things and how sure one may be of it. All shares 0 to 1. */
export type Proporcao = { n: number; d: number; valor: number; de: number; ate: number };

/** 97.5 % quantile of the normal distribution: two-sided 95 %. */
const Z = 1.959963984540054;

/**
 * n ÷ d with its 95 % interval by Wilson's score method (Wilson 1927, JASA 22:209), which stays within 0 and 1 and is fair to
 * few and to extreme counts. Null without anything to divide by.
 */
export function proportion(n: number, d: number): Proporcao | null {
  if (d === 0) return null;
  const p = n / d;
  const scale = 1 + (Z * Z) / d;
  const centre = (p + (Z * Z) / (2 * d)) / scale;
  const half = (Z / scale) * Math.sqrt((p * (1 - p)) / d + (Z * Z) / (4 * d * d));
  return { n, d, valor: p, de: n === 0 ? 0 : centre - half, ate: n === d ? 1 : centre + half };
}
