/** Delays before retries, ms: a list, or `firstMs`, doubled with each failure up to `maxMs`. */
export type Backoff = readonly number[] | { firstMs: number; maxMs: number };

/**
 * Delay before the next attempt, ms; null if the list is exhausted.
 * @param tries number of failed attempts, from 1
 */
export function waitAfter(backoff: Backoff, tries: number): number | null {
  if (!('firstMs' in backoff)) return backoff[tries - 1] ?? null;
  return Math.min(backoff.maxMs, backoff.firstMs * 2 ** Math.min(30, Math.max(0, tries - 1)));
}
