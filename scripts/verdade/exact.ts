/**
 * Exact intervals of a share (Clopper & Pearson 1934, Biometrika 26:404): coverage of at least the stated level, even
 * with few cases.
 */

/** Probability that at most `k` of `n` cases occur if each occurs with probability `p`. */
function atMost(k: number, n: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return k >= n ? 1 : 0;
  let log = n * Math.log1p(-p);
  let sum = Math.exp(log);
  for (let i = 1; i <= k; i += 1) {
    log += Math.log((n - i + 1) / i) + Math.log(p) - Math.log1p(-p);
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
}

/** Position where a falling function crosses `level`, by bisection. */
function crossing(fall: (p: number) => number, level: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (fall(middle) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export type Parte = { n: number; d: number; valor: number; de: number; ate: number };

/** n ÷ d with its exact 95 % interval; null if d is 0. */
export function exactShare(n: number, d: number): Parte | null {
  if (d === 0) return null;
  return {
    n,
    d,
    valor: n / d,
    de: n === 0 ? 0 : crossing((p) => atMost(n - 1, d, p), 0.975),
    ate: n === d ? 1 : crossing((p) => atMost(n, d, p), 0.025),
  };
}
