/** Rules of the player: which sentence sounds now, where a jump lands, which silence is skipped. All times in ms. */
import { findSilences, type Interval } from '@escuta/shared/domain/audio/audio-facts';

/** An evidence is heard from this long before its first word, ms. */
export const EVIDENCE_LEAD_MS = 2000;
/** And until this long after its last, so that no word sounds cut, ms. */
export const EVIDENCE_TAIL_MS = 1000;
/** The step of the ±5 s buttons, ms. */
export const STEP_MS = 5000;
/** Mutual pauses from this length on are jumped over when 'Pular silêncios' is on, ms. */
export const SKIP_MIN_SILENCE_MS = 1000;
/** Length kept of a skipped pause at each end, so that speech never sounds cut, ms. */
export const SKIP_KEEP_MS = 300;
/** A jump shorter than this is not worth the seek, ms. */
export const SKIP_MIN_JUMP_MS = 250;
/** Between sentences the last one stays marked for this long, ms. */
export const LINGER_MS = 1500;

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** Index of the last interval that starts at or before `ms`; -1 before the first. `intervals` sorted by start. */
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
 * Index of the sentence to mark at `ms`: of those that sound, the one that started last; in a pause the last one that
 * sounded, for LINGER_MS; -1 otherwise. `lines` sorted by start.
 */
export function sentenceAt(lines: readonly Interval[], ms: number): number {
  const last = lastStarted(lines, ms);
  if (last === -1) return -1;
  // A long sentence of the other side may still sound when a short one inside it is over.
  let nearest = -1;
  for (let i = last; i >= 0 && i > last - 8; i -= 1) {
    const { endMs } = lines[i] as Interval;
    if (ms < endMs) return i;
    if (nearest === -1 || endMs > (lines[nearest] as Interval).endMs) nearest = i;
  }
  return ms - (lines[nearest] as Interval).endMs <= LINGER_MS ? nearest : -1;
}

/** The pauses that 'Pular silêncios' jumps over: nobody speaks for SKIP_MIN_SILENCE_MS. */
export function skippableSilences(speech: readonly (readonly Interval[])[], durationMs: number): Interval[] {
  return findSilences(speech, durationMs, SKIP_MIN_SILENCE_MS);
}

/**
 * Target of a jump from `ms` inside a skippable pause; null: play on. SKIP_KEEP_MS at both ends of the pause are
 * played; a pause that lasts until the end of the call jumps to that end.
 */
export function skipTarget(silences: readonly Interval[], ms: number, durationMs: number): number | null {
  const index = lastStarted(silences, ms);
  if (index === -1) return null;
  const { startMs, endMs } = silences[index] as Interval;
  const from = startMs === 0 ? 0 : startMs + SKIP_KEEP_MS;
  const to = endMs >= durationMs ? durationMs : endMs - SKIP_KEEP_MS;
  return ms >= from && to - ms >= SKIP_MIN_JUMP_MS ? to : null;
}

/** Start of playing an evidence that starts at `startMs`, ms. */
export function evidenceStart(startMs: number): number {
  return Math.max(0, startMs - EVIDENCE_LEAD_MS);
}

/** End of playing an evidence that ends at `endMs`, ms. */
export function evidenceEnd(endMs: number): number {
  return endMs + EVIDENCE_TAIL_MS;
}

/** A position inside the call. */
export function clampTime(ms: number, durationMs: number): number {
  return Math.min(Math.max(0, ms), Math.max(0, durationMs));
}

/** The next speed up or down; stays at the ends of RATES. */
export function stepRate(rate: number, direction: 1 | -1): number {
  if (direction === 1) return RATES.find((other) => other > rate) ?? 3;
  return [...RATES].reverse().find((other) => other < rate) ?? 0.5;
}

/** When a signed URL runs out (ms since 1970), read from its `expira` (seconds); null when it does not say. */
export function urlExpiry(url: string): number | null {
  const value = /[?&]expira=(\d{1,16})(?:&|$)/.exec(url)?.[1];
  return value ? Number(value) * 1000 : null;
}
