import { Z_95 } from './quantiles.ts';

/** A share of counted things and how sure one may be of it. All shares 0 to 1. */
export type Proporcao = { n: number; d: number; valor: number; de: number; ate: number };

/**
 * n ÷ d with its 95 % interval by Wilson's score method (E. B. Wilson 1927, J. Am. Stat. Assoc. 22:209), which stays within 0 and 1,
 * is never without width, and is fair to few and to extreme counts. It takes the counted things for independent of each other.
 * Null without anything to divide by.
 */
export function proportion(n: number, d: number): Proporcao | null {
  if (d === 0) return null;
  const p = n / d;
  const square = Z_95 * Z_95;
  const scale = 1 + square / d;
  const centre = (p + square / (2 * d)) / scale;
  const half = (Z_95 / scale) * Math.sqrt((p * (1 - p)) / d + square / (4 * d * d));
  return { n, d, valor: p, de: n === 0 ? 0 : centre - half, ate: n === d ? 1 : centre + half };
}
