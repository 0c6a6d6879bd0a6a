/** The visible part of a call's waveform. */

const MINUTE = 60_000;
/** Window lengths offered besides the whole call, ms. */
const WINDOWS = [10 * MINUTE, 5 * MINUTE, 2 * MINUTE, MINUTE, 30_000, 15_000];
/** Calls up to this length start whole, ms. */
const WHOLE_UP_TO = 10 * MINUTE;
const FIRST_WINDOW = 5 * MINUTE;

/** Windows from the whole call down, and the initial one: the whole call, or 5 minutes of a long call. */
export function windowChoices(durationMs: number): { windows: number[]; initial: number } {
  const windows = [durationMs, ...WINDOWS.filter((window) => window < durationMs)];
  return { windows, initial: durationMs > WHOLE_UP_TO ? FIRST_WINDOW : durationMs };
}

/** The next window in (1) or out (-1); stays at the ends. */
export function stepWindow(windows: readonly number[], current: number, direction: 1 | -1): number {
  const index = windows.indexOf(current);
  const next = Math.min(windows.length - 1, Math.max(0, index + direction));
  return windows[next] ?? current;
}
