/**
 * The server's time, as the `Date` of its answers told it and the page's own counter goes on with it. A device's clock
 * may be hours or days wrong (an empty battery, a date set by hand) and may be set right at any moment: no moment of
 * the server is compared with it.
 */

/** The server's clock minus `performance.now()`, ms; null before the first answer. */
let offset: number | null = null;

/**
 * Takes an answer's header `Date`. One from a cache, or one overtaken on its way, is older than what is known and says
 * nothing.
 */
export function noteServerTime(date: string | null): void {
  const found = Date.parse(date ?? '') - performance.now();
  if (found > (offset ?? Number.NEGATIVE_INFINITY)) offset = found;
}

/** Milliseconds since 1970 by the server's clock; null before its first answer. */
export const serverNow = (): number | null => (offset === null ? null : offset + performance.now());

/** The same; before the first answer by the device's clock, which is all there is. */
export const currentTime = (): number => serverNow() ?? Date.now();

/** For tests: no answer has come. */
export function forgetServerTime(): void {
  offset = null;
}
