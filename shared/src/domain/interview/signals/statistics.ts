/** Quantile `q` (0 to 1): the value at rank `q` × number of values, rounded up. NaN if empty. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

/** Median; for an even number of values, the mean of the middle two. NaN if empty. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[half] as number;
  return ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2;
}

/** Factor from median absolute deviation to normal standard deviation (Hampel 1974). */
const MAD_SCALE = 1.4826;

/** Median and robust spread: 1.4826 × median |x − median|. */
export function robustScale(values: readonly number[]): { middle: number; spread: number } {
  const middle = median(values);
  return { middle, spread: MAD_SCALE * median(values.map((value) => Math.abs(value - middle))) };
}

/** P(X ≥ k) of a binomial with n trials and probability p, by logarithms, exact to about 1e-12. */
export function binomialTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n || p <= 0) return 0;
  if (p >= 1) return 1;
  let logTerm = k * Math.log(p) + (n - k) * Math.log(1 - p);
  for (let i = 1; i <= k; i += 1) logTerm += Math.log((n - k + i) / i);
  let sum = 0;
  for (let x = k; x <= n; x += 1) {
    sum += Math.exp(logTerm);
    logTerm += Math.log(((n - x) / (x + 1)) * (p / (1 - p)));
  }
  return Math.min(1, sum);
}

/**
 * Marks the p-values that are significant at a false discovery rate of `rate`, in the given order: Benjamini & Hochberg
 * 1995 (J. R. Stat. Soc. B 57:289).
 */
export function discoveries(pValues: readonly number[], rate: number): boolean[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const last = order.findLastIndex(({ p }, rank) => p <= ((rank + 1) / order.length) * rate);
  const found = pValues.map(() => false);
  for (const { index } of order.slice(0, last + 1)) found[index] = true;
  return found;
}

/** Reproducible numbers in [0, 1) (FNV-1a of the seed, then mulberry32). */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
