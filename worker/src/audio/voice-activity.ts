import {
  CROSSTALK_BELOW_OWN_SPEECH_DB,
  CROSSTALK_CORRELATION,
  CROSSTALK_MIN_DIFFERENCE_DB,
  FRAME_MS,
  type Interval,
  MIN_DYNAMIC_RANGE_DB,
  MIN_PAUSE_MS,
  MIN_SPEECH_MS,
  SPEECH_HYSTERESIS_DB,
  SPEECH_MIN_DBFS,
  SPEECH_OVER_NOISE_DB,
  SPEECH_RANGE_DB,
  TONE_MAX_DEVIATION_DB,
  TONE_MIN_MS,
} from '@escuta/shared/domain/audio/audio-facts';

/** Detects speech in levels (dBFS per FRAME_MS). A mask contains 1 for each frame with speech. */

const FLOOR_REACH_FRAMES = 15_000 / FRAME_MS;
const FLOOR_STEP_FRAMES = 1000 / FRAME_MS;
const FLOOR_QUANTILE = 0.1;
const BIN_DB = 0.5;
const BIN_FLOOR_DBFS = -100;
const BINS = 201;

function binOf(db: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.round((db - BIN_FLOOR_DBFS) / BIN_DB)));
}

function quantileOf(histogram: Int32Array, count: number, quantile: number): number {
  let remaining = Math.floor((count - 1) * quantile);
  for (let bin = 0; bin < BINS; bin += 1) {
    remaining -= histogram[bin] as number;
    if (remaining < 0) return BIN_FLOOR_DBFS + bin * BIN_DB;
  }
  return BIN_FLOOR_DBFS;
}

/** Level, dBFS, below which the share `quantile` of the frames lies; exact to half a dB. */
export function levelQuantile(levels: Float32Array, quantile: number): number {
  const histogram = new Int32Array(BINS);
  for (const level of levels) histogram[binOf(level)] = (histogram[binOf(level)] as number) + 1;
  return quantileOf(histogram, levels.length, quantile);
}

/**
 * Estimates the noise floor, dBFS, for each second: the 10 % quantile of the surrounding 30 s, by a sliding histogram.
 */
export function estimateNoiseFloor(levels: Float32Array): Float32Array {
  const floors = new Float32Array(Math.max(1, Math.ceil(levels.length / FLOOR_STEP_FRAMES)));
  const histogram = new Int32Array(BINS);
  let from = 0;
  let to = 0;
  for (let step = 0; step < floors.length; step += 1) {
    const centre = step * FLOOR_STEP_FRAMES + FLOOR_STEP_FRAMES / 2;
    for (const end = Math.min(levels.length, centre + FLOOR_REACH_FRAMES); to < end; to += 1) {
      const bin = binOf(levels[to] as number);
      histogram[bin] = (histogram[bin] as number) + 1;
    }
    for (const start = Math.max(0, centre - FLOOR_REACH_FRAMES); from < start; from += 1) {
      const bin = binOf(levels[from] as number);
      histogram[bin] = (histogram[bin] as number) - 1;
    }
    floors[step] = quantileOf(histogram, to - from, FLOOR_QUANTILE);
  }
  return floors;
}

/** Calls `visit` for each run of ones; `end` is exclusive. */
function forEachRun(mask: Uint8Array, visit: (start: number, end: number) => void): void {
  let start = -1;
  for (let i = 0; i <= mask.length; i += 1) {
    if (mask[i] === 1) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      visit(start, i);
      start = -1;
    }
  }
}

/** Removes runs of nearly constant level, because ringing, DTMF and beeps are not speech. */
function removeTones(levels: Float32Array, mask: Uint8Array): void {
  forEachRun(mask, (start, end) => {
    // Leaves out two frames at each end, in which the tone begins and ends.
    const from = start + 2;
    const count = end - 2 - from;
    if (count * FRAME_MS < TONE_MIN_MS) return;
    let sum = 0;
    let squares = 0;
    for (let i = from; i < from + count; i += 1) {
      const level = levels[i] as number;
      sum += level;
      squares += level * level;
    }
    const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
    if (deviation < TONE_MAX_DEVIATION_DB) mask.fill(0, start, end);
  });
}

/**
 * Finds possible speech: frames above noise floor and absolute minimum, within the channel's range, with hysteresis,
 * without steady tones.
 */
export function detectActivity(levels: Float32Array): Uint8Array {
  const mask = new Uint8Array(levels.length);
  if (levels.length === 0) return mask;
  const floors = estimateNoiseFloor(levels);
  const floorAt = (frame: number) => floors[Math.floor(frame / FLOOR_STEP_FRAMES)] as number;

  // The channel's speech level: the 95th percentile of frames clearly above the noise.
  const loud = levels.filter(
    (level, i) => level >= Math.max(SPEECH_MIN_DBFS, floorAt(i) + SPEECH_OVER_NOISE_DB),
  );
  if (loud.length === 0) return mask;
  const reference = levelQuantile(loud, 0.95);
  const quietest = Math.max(SPEECH_MIN_DBFS, reference - SPEECH_RANGE_DB);

  let active = false;
  for (let i = 0; i < levels.length; i += 1) {
    const floor = floorAt(i);
    // Limits the threshold, because half a minute without a pause raises the noise floor to the speech's level.
    const overFloor = Math.min(floor + SPEECH_OVER_NOISE_DB, reference - MIN_DYNAMIC_RANGE_DB);
    const threshold = Math.max(quietest, overFloor);
    const level = levels[i] as number;
    active = level >= (active ? threshold - SPEECH_HYSTERESIS_DB : threshold);
    if (active) mask[i] = 1;
  }
  removeTones(levels, mask);
  return mask;
}

function medianLevel(levels: Float32Array, pick: (frame: number) => boolean): number | null {
  const picked = levels.filter((_, i) => pick(i));
  return picked.length === 0 ? null : levelQuantile(picked, 0.5);
}

/**
 * Clears crosstalk from the masks: frames in which the other channel is much louder and this one well below its speech
 * level, or in which both have the same waveform.
 * @param correlation |correlation| of the channels, by frame
 */
export function suppressCrosstalk(
  levels: readonly [Float32Array, Float32Array],
  masks: readonly [Uint8Array, Uint8Array],
  correlation: Float32Array,
): void {
  const original = masks.map((mask) => mask.slice()) as [Uint8Array, Uint8Array];
  const sides = [0, 1] as const;
  const own = sides.map((side) =>
    medianLevel(levels[side], (i) => original[side][i] === 1 && original[1 - side]?.[i] !== 1),
  );
  for (const side of sides) {
    const [mine, theirs] = [levels[side], levels[(1 - side) as 0 | 1]];
    const speaksAlone = own[side];
    // A channel whose party never speaks alone has no speech level, and therefore no limit.
    const limit =
      speaksAlone == null ? Number.POSITIVE_INFINITY : speaksAlone - CROSSTALK_BELOW_OWN_SPEECH_DB;
    const mask = masks[side];
    for (let i = 0; i < mask.length; i += 1) {
      if (original[0][i] !== 1 || original[1][i] !== 1) continue;
      const difference = (theirs[i] as number) - (mine[i] as number);
      const quieter = difference >= CROSSTALK_MIN_DIFFERENCE_DB && (mine[i] as number) < limit;
      const same = difference > 0 && (correlation[i] as number) >= CROSSTALK_CORRELATION;
      if (quieter || same) mask[i] = 0;
    }
  }
}

/**
 * Speech intervals of a mask, ms: drops single frames, so that clicks bridge no pause; closes pauses under
 * MIN_PAUSE_MS; drops runs under MIN_SPEECH_MS.
 */
export function toSpeech(mask: Uint8Array, durationMs: number): Interval[] {
  const joined: Interval[] = [];
  forEachRun(mask, (start, end) => {
    if (end - start < 2) return;
    const startMs = start * FRAME_MS;
    const endMs = Math.min(end * FRAME_MS, durationMs);
    const last = joined.at(-1);
    if (last && startMs - last.endMs < MIN_PAUSE_MS) last.endMs = endMs;
    else joined.push({ startMs, endMs });
  });
  return joined.filter(({ startMs, endMs }) => endMs - startMs >= MIN_SPEECH_MS);
}
