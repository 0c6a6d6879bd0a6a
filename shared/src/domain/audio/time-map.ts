import { type Interval, TRIM_KEPT_SILENCE_MS, TRIM_MIN_SILENCE_MS } from './audio-facts.ts';

/** Maps times between a shortened sound and its original recording. */
export interface TimeMap {
  readonly segments: readonly Interval[];
  /** Length of the shortened sound. */
  readonly trimmedMs: number;
  /** Times outside the shortened sound are clamped to its ends. */
  toOriginalMs(trimmedMs: number): number;
  /** Removed times map to the cut. */
  toTrimmedMs(originalMs: number): number;
}

/**
 * Maps a sound joined from `segments` of the original (sorted, disjoint, ms). A joint maps to the following segment's
 * start.
 * @throws RangeError for unsorted, overlapping or empty segments
 */
export function createTimeMap(segments: readonly Interval[]): TimeMap {
  const kept = segments.map(({ startMs, endMs }) => ({ startMs, endMs }));
  /** Start of segment i in the shortened sound. */
  const offsets: number[] = [];
  let trimmedMs = 0;
  let previousEnd = 0;
  for (const { startMs, endMs } of kept) {
    if (!(startMs >= previousEnd && endMs > startMs))
      throw new RangeError('time map segments must be sorted and disjoint');
    offsets.push(trimmedMs);
    trimmedMs += endMs - startMs;
    previousEnd = endMs;
  }
  /** Index of the last value ≤ x, or −1. */
  const lastAtMost = (length: number, valueAt: (index: number) => number, x: number): number => {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueAt(middle) <= x) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  return {
    segments: kept,
    trimmedMs,
    toOriginalMs(moment) {
      const index = Math.max(
        0,
        lastAtMost(offsets.length, (i) => offsets[i] as number, moment),
      );
      const segment = kept[index];
      if (!segment) return 0;
      const inside = Math.max(0, moment - (offsets[index] as number));
      return Math.min(segment.endMs, segment.startMs + inside);
    },
    toTrimmedMs(originalMs) {
      const index = lastAtMost(kept.length, (i) => (kept[i] as Interval).startMs, originalMs);
      const segment = kept[index];
      if (!segment) return 0;
      return (offsets[index] as number) + Math.min(originalMs, segment.endMs) - segment.startMs;
    },
  };
}

/**
 * Keeps stretches so that silences above TRIM_MIN_SILENCE_MS shrink to TRIM_KEPT_SILENCE_MS. `speech`: sorted,
 * disjoint.
 */
export function planTrim(speech: readonly Interval[], durationMs: number): Interval[] {
  const half = TRIM_KEPT_SILENCE_MS / 2;
  const kept: Interval[] = [];
  for (const { startMs, endMs } of speech) {
    const last = kept.at(-1);
    const pause = last ? startMs - (last.endMs - half) : startMs;
    if (last && pause <= TRIM_MIN_SILENCE_MS) last.endMs = endMs + half;
    else
      kept.push({ startMs: !last && pause <= TRIM_MIN_SILENCE_MS ? 0 : startMs - half, endMs: endMs + half });
  }
  const last = kept.at(-1);
  if (last)
    last.endMs =
      durationMs - (last.endMs - half) <= TRIM_MIN_SILENCE_MS ? durationMs : Math.min(last.endMs, durationMs);
  return kept;
}
