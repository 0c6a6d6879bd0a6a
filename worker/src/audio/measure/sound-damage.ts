import {
  DIGITAL_SILENCE_DBFS,
  DROPOUT_EDGE_DB,
  DROPOUT_MIN_MS,
  FRAME_MS,
  GATED_SHARE,
  type Interval,
  NOISE_MIN_SNR_DB,
  NOISE_WINDOW_MS,
} from '@escuta/shared/domain/audio/audio-facts';
import { levelQuantile } from '../voice-activity.ts';

/** Finds dropouts, and noise that covers speech, in measured levels (dBFS per FRAME_MS). */

const STEP_FRAMES = 5;

function toInterval(from: number, to: number, durationMs: number): Interval {
  return { startMs: from * FRAME_MS, endMs: Math.min(to * FRAME_MS, durationMs) };
}

/** Number of digital silences that show that the recorder mutes pauses. */
const GATED_RUNS = 4;

/**
 * Finds missing sound by its digital silence, which a microphone never gives; finds nothing if the recorder mutes
 * pauses.
 */
export function findDropouts(
  levels: Float32Array,
  speech: readonly Interval[],
  durationMs: number,
): Interval[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < levels.length; from += 1) {
    let to = from;
    while (to < levels.length && (levels[to] as number) <= DIGITAL_SILENCE_DBFS) to += 1;
    // Ignores silence at beginning and end, which comes from the encoder.
    if (from > 0 && to > from && to < levels.length) runs.push({ from, to });
    from = to;
  }
  const silent = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  const spoken = speech.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / FRAME_MS, 0);
  if (runs.length >= GATED_RUNS && silent >= GATED_SHARE * (levels.length - spoken)) return [];
  // Looks at the two frames before the gap, because the last frame may be partly silent.
  const breaksOff = ({ from }: { from: number }): boolean =>
    Math.max(...levels.subarray(Math.max(0, from - 2), from)) >= DIGITAL_SILENCE_DBFS + DROPOUT_EDGE_DB;
  return runs
    .filter((run) => (run.to - run.from) * FRAME_MS >= DROPOUT_MIN_MS && breaksOff(run))
    .map(({ from, to }) => toInterval(from, to, durationMs));
}

/**
 * Finds noise nearly as loud as the voices, which keeps the level from falling between syllables.
 * @param speechDbfs level of the speech, dBFS; null without speech
 */
export function findNoise(levels: Float32Array, speechDbfs: number | null, durationMs: number): Interval[] {
  if (speechDbfs === null) return [];
  const half = NOISE_WINDOW_MS / FRAME_MS / 2;
  const found: { from: number; to: number }[] = [];
  for (let at = half; at + half <= levels.length; at += STEP_FRAMES) {
    const floor = levelQuantile(levels.subarray(at - half, at + half), 0.1);
    if (floor <= speechDbfs - NOISE_MIN_SNR_DB) continue;
    const last = found.at(-1);
    if (last && at - half <= last.to) last.to = at + half;
    else found.push({ from: at - half, to: at + half });
  }
  return found.map(({ from, to }) => toInterval(from, to, durationMs));
}
