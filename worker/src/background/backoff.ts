/** Delay before a retry, ms: from the list, or `firstMs`, doubled with each failure up to `maxMs`. */
export type Backoff = readonly number[] | { firstMs: number; maxMs: number };

/**
 * Delay before the next attempt.
 * @param tries number of failed attempts, from 1
 * @returns the delay, ms; null if the list has no further delay
 */
export function waitAfter(backoff: Backoff, tries: number): number | null {
  if (!('firstMs' in backoff)) return backoff[tries - 1] ?? null;
  return Math.min(backoff.maxMs, backoff.firstMs * 2 ** Math.min(30, Math.max(0, tries - 1)));
}
