/**
 * The server's time: from the `Date` of its answers, continued by the page's own monotonic clock. The device's clock is
 * never compared with the server's times, because it may be wrong by hours or days (an empty battery, a date set by
 * hand) and may change at any moment.
 */

/** The server's clock minus `performance.now()`, ms; null before the first answer. */
let offset: number | null = null;

/** Takes the time from an answer's `Date`; ignores a time before the known one, as that answer was cached or late. */
export function noteServerTime(date: string | null): void {
  const found = Date.parse(date ?? '') - performance.now();
  if (found > (offset ?? Number.NEGATIVE_INFINITY)) offset = found;
}

/** The server's clock, ms since 1970; null before its first answer. */
export const serverNow = (): number | null => (offset === null ? null : offset + performance.now());

/** The server's clock, ms since 1970; before the server's first answer, the device's clock. */
export const currentTime = (): number => serverNow() ?? Date.now();

/** For tests: forgets the server's time. */
export function forgetServerTime(): void {
  offset = null;
}
