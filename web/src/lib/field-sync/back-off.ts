/** The wait after a first failure, ms. */

const FIRST_MS = 2000;
const LONGEST_MS = 5 * 60_000;

/**
 * A wait that doubles with each failure, at a random point of its upper half, so that devices which lost the same
 * network do not return at once.
 * @param failures in a row, from 1
 * @param random 0 to 1
 * @returns ms
 */
export function backOff(failures: number, random: number = Math.random()): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, failures - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
