/** Rules of the player: which sentence is heard now, where a jump leads, which silence is skipped. Times are ms. */
import { findSilences, type Interval } from '@escuta/shared/domain/audio/audio-facts';

/** Time before a quote's first word at which the quote begins to play, ms. */
export const EVIDENCE_LEAD_MS = 2000;
/** Time after a quote's last word at which the quote stops, ms, so that no word sounds cut off. */
export const EVIDENCE_TAIL_MS = 1000;
/** The step of the ±5 s buttons, ms. */
export const STEP_MS = 5000;
/** Least length of a pause of all speakers that 'Pular silêncios' skips, ms. */
export const SKIP_MIN_SILENCE_MS = 1000;
/** Length that is played at each end of a skipped pause, ms, so that speech never sounds cut off. */
export const SKIP_KEEP_MS = 300;
/** Least length of a jump that is worth a seek, ms. */
export const SKIP_MIN_JUMP_MS = 250;
/** A sentence stays marked this long after its end, ms. */
export const LINGER_MS = 1500;

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** Index of the last interval that starts at or before `ms`; -1 before the first. `intervals` are sorted by start. */
export function lastStarted(intervals: readonly Interval[], ms: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle] as Interval).startMs <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Index of the sentence to mark at `ms`: the latest sentence being spoken; in a pause the sentence that ended last, if
 * it ended less than LINGER_MS ago; else -1. `lines` are sorted by start.
 */
export function sentenceAt(lines: readonly Interval[], ms: number): number {
  const last = lastStarted(lines, ms);
  if (last === -1) return -1;
  // Checks earlier sentences too, because a long one may outlast a short, later sentence of the other side.
  let nearest = -1;
  for (let i = last; i >= 0 && i > last - 8; i -= 1) {
    const { endMs } = lines[i] as Interval;
    if (ms < endMs) return i;
    if (nearest === -1 || endMs > (lines[nearest] as Interval).endMs) nearest = i;
  }
  return ms - (lines[nearest] as Interval).endMs <= LINGER_MS ? nearest : -1;
}

/** The pauses that 'Pular silêncios' jumps over, in which nobody speaks for at least SKIP_MIN_SILENCE_MS. */
export function skippableSilences(speech: readonly (readonly Interval[])[], durationMs: number): Interval[] {
  return findSilences(speech, durationMs, SKIP_MIN_SILENCE_MS);
}

/**
 * Target of a jump from `ms` inside a skippable pause; null: no jump. Both ends of a pause play for SKIP_KEEP_MS; from
 * a pause at the end of the call, the jump goes to the call's end.
 */
export function skipTarget(silences: readonly Interval[], ms: number, durationMs: number): number | null {
  const index = lastStarted(silences, ms);
  if (index === -1) return null;
  const { startMs, endMs } = silences[index] as Interval;
  const from = startMs === 0 ? 0 : startMs + SKIP_KEEP_MS;
  const to = endMs >= durationMs ? durationMs : endMs - SKIP_KEEP_MS;
  return ms >= from && to - ms >= SKIP_MIN_JUMP_MS ? to : null;
}

/** Position at which an evidence that starts at `startMs` begins to play, ms. */
export function evidenceStart(startMs: number): number {
  return Math.max(0, startMs - EVIDENCE_LEAD_MS);
}

/** Position at which an evidence that ends at `endMs` stops playing, ms. */
export function evidenceEnd(endMs: number): number {
  return endMs + EVIDENCE_TAIL_MS;
}

/** Limits a position to the call, that is from 0 to `durationMs`. */
export function clampTime(ms: number, durationMs: number): number {
  return Math.min(Math.max(0, ms), Math.max(0, durationMs));
}

/** The next speed up or down, within RATES. */
export function stepRate(rate: number, direction: 1 | -1): number {
  if (direction === 1) return RATES.find((other) => other > rate) ?? 3;
  return [...RATES].reverse().find((other) => other < rate) ?? 0.5;
}

/** Expiry of a signed URL (ms since 1970), from its `expira` (seconds); null if the URL has no `expira`. */
export function urlExpiry(url: string): number | null {
  const value = /[?&]expira=(\d{1,16})(?:&|$)/.exec(url)?.[1];
  return value ? Number(value) * 1000 : null;
}
