/** First wait of the exponential backoff, ms; doubled for each retry. */
export const BACKOFF_BASE_MS = 2000;
export const BACKOFF_MAX_MS = 300_000;
/** Wait before every retry without exponential backoff, ms. */
export const BACKOFF_FIXED_MS = 5000;

/** Waits for an unresponsive provider, as multiples of the first wait; the last multiple repeats. */
const OUTAGE_FACTORS = [1, 6, 30] as const;
/** Multiples of the same first wait if the provider answers other calls: first small, finally as in OUTAGE_FACTORS. */
const SCATTERED_FACTORS = [0.025, 0.1, 30] as const;

/**
 * Wait before the next attempt, ms: random in the upper half of BACKOFF_BASE_MS · 2^(attempt−1) ('equal jitter'), at
 * most BACKOFF_MAX_MS, at least Retry-After.
 * @param attempt the failed attempt, from 1
 * @param options.outageBaseMs first wait for an unresponsive provider
 * @param options.scattered true if the provider answers other calls
 * @param random in [0, 1)
 */
export function retryDelayMs(
  attempt: number,
  options: {
    exponential: boolean;
    retryAfterMs?: number | null;
    outageBaseMs?: number | null;
    scattered?: boolean;
  },
  random: () => number = Math.random,
): number {
  const { outageBaseMs } = options;
  if (options.exponential && outageBaseMs) {
    const factors = options.scattered ? SCATTERED_FACTORS : OUTAGE_FACTORS;
    const wait = outageBaseMs * (factors[Math.max(1, attempt) - 1] ?? factors[2]);
    return Math.round(Math.max(wait * (7 / 8 + random() / 8), options.retryAfterMs ?? 0));
  }
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** Math.min(30, Math.max(0, attempt - 1)));
  const own = options.exponential ? ceiling / 2 + (random() * ceiling) / 2 : BACKOFF_FIXED_MS;
  return Math.round(Math.max(own, options.retryAfterMs ?? 0));
}
