/** Wait before the first retry, ms; doubled for each further one. */
export const BACKOFF_BASE_MS = 2000;
/** Longest wait of the exponential backoff, ms. */
export const BACKOFF_MAX_MS = 300_000;
/** Wait before every retry when exponential backoff is switched off, ms. */
export const BACKOFF_FIXED_MS = 5000;

/** Factor between the waits for a provider that does not answer, and the longest of them as a multiple of the first. */
const OUTAGE_FACTOR = 6;
const OUTAGE_MAX_FACTOR = 30;

/**
 * How long to wait before the next attempt, in ms. Exponential: a random value in the upper half of
 * BACKOFF_BASE_MS · 2^(attempt−1), capped at BACKOFF_MAX_MS ('equal jitter': runs that failed together do not come back
 * together). A provider's Retry-After is never undercut.
 *
 * @param attempt the one that failed, from 1
 * @param random in [0, 1)
 */
export function retryDelayMs(
  attempt: number,
  options: { exponential: boolean; retryAfterMs?: number | null; outageBaseMs?: number | null },
  random: () => number = Math.random,
): number {
  const { outageBaseMs } = options;
  if (options.exponential && outageBaseMs) {
    const wait = outageBaseMs * Math.min(OUTAGE_MAX_FACTOR, OUTAGE_FACTOR ** (Math.max(1, attempt) - 1));
    return Math.round(Math.max(wait * (7 / 8 + random() / 8), options.retryAfterMs ?? 0));
  }
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** Math.min(30, Math.max(0, attempt - 1)));
  const own = options.exponential ? ceiling / 2 + (random() * ceiling) / 2 : BACKOFF_FIXED_MS;
  return Math.round(Math.max(own, options.retryAfterMs ?? 0));
}
