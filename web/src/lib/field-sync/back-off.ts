/** Length of the wait between tries to send: at most 2 s after the first failure, at most 5 min after many. */

const FIRST_MS = 2000;
const LONGEST_MS = 5 * 60_000;

/**
 * Wait before the next try. The longest wait doubles with each failure; the result is a random time from half of the
 * longest wait to all of it, so that devices that lost the same network do not return at once.
 * @param failures number of failures in a row, from 1
 * @param random random number from 0 to 1
 * @returns ms
 */
export function backOff(failures: number, random: number = Math.random()): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, failures - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
