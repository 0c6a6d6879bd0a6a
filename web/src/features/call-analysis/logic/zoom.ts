/** Lengths of the visible part of a call's waveform. */

const MINUTE = 60_000;
/** Lengths of the visible part that are offered besides the whole call, ms. */
const WINDOWS = [10 * MINUTE, 5 * MINUTE, 2 * MINUTE, MINUTE, 30_000, 15_000];
/** A call up to this length is at first shown whole, ms. */
const WHOLE_UP_TO = 10 * MINUTE;
const FIRST_WINDOW = 5 * MINUTE;

/** Lengths of the visible part, longest (whole call) first, and the initial one: the whole, or 5 min of a long call. */
export function windowChoices(durationMs: number): { windows: number[]; initial: number } {
  const windows = [durationMs, ...WINDOWS.filter((window) => window < durationMs)];
  return { windows, initial: durationMs > WHOLE_UP_TO ? FIRST_WINDOW : durationMs };
}

/** The next shorter length (direction 1) or longer one (-1); at the end of the list the length stays. */
export function stepWindow(windows: readonly number[], current: number, direction: 1 | -1): number {
  const index = windows.indexOf(current);
  const next = Math.min(windows.length - 1, Math.max(0, index + direction));
  return windows[next] ?? current;
}
