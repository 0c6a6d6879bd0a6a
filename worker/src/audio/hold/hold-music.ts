import { FRAME_MS, type Interval } from '@escuta/shared/domain/audio/audio-facts';
import { CELL_MS, type HoldTraces } from './hold-listener.ts';

/**
 * Finds hold music by spectral rules over whole stretches, so that neither a sustained vowel nor a pause between tunes
 * decides alone.
 */

/** `certo`: certain, and long enough to be left out of the transcription. */
export interface Hold extends Interval {
  certo: boolean;
}

/** Shortest stretch of hold music, ms, longer than jingles and ring tones. */
const HOLD_MIN_MS = 5000;
/** Shortest stretch that may be left out of the transcription, ms. */
const CERTAIN_MIN_MS = 10_000;

const CELL_FRAMES = CELL_MS / FRAME_MS;
/** Number of a cell's frames that hold-listener.ts analyses. */
const MOMENT_FRAMES = 10;
/** Number of neighbouring cells on each side that count for a cell's evidence. */
const REACH = 3;
/** Frames this far below the loud frames around them are pauses, dB. */
const PAUSE_DB = 22;
/** Number of cells (ten seconds) that show if somebody speaks over the music; at least SCENE_MIN must be audible. */
const SCENE = 20;
const SCENE_MIN = 14;

interface Evidence {
  /** Mean share of steady partials, 0 to 1. */
  standing: number;
  /** Fit of the partials to a single tuning, 0 to 1. */
  tuned: number;
  pauses: number;
  sounding: number;
  /**
   * Relative difference between the shares of steady partials in soft and in loud moments: a voice over music is loud,
   * and the music is heard between the words. 0 if the levels hardly differ.
   */
  inFront: number;
}

/** Compares steady partials and level of louder and softer cells in [from, to); null if too few cells are audible. */
function sceneOf(
  { standing }: HoldTraces,
  momentDb: Float32Array,
  from: number,
  to: number,
): { lacks: number; apartDb: number } | null {
  const cells: number[] = [];
  for (let cell = Math.max(0, from); cell < Math.min(standing.length, to); cell += 1)
    if ((standing[cell] as number) >= 0) cells.push(cell);
  if (cells.length < SCENE_MIN) return null;
  cells.sort((a, b) => (momentDb[a] as number) - (momentDb[b] as number));
  const half = cells.length >> 1;
  const mean = (of: readonly number[], values: Float32Array): number =>
    of.reduce((sum, cell) => sum + (values[cell] as number), 0) / of.length;
  const [soft, loud] = [cells.slice(0, half), cells.slice(-half)];
  const [below, above] = [mean(soft, standing), mean(loud, standing)];
  return {
    lacks: below + above === 0 ? 0 : (2 * (below - above)) / (below + above),
    apartDb: mean(loud, momentDb) - mean(soft, momentDb),
  };
}
/** Least level difference that indicates two sources, dB. */
const APART_DB = 3;

const momentsOf = (frameDb: Float32Array, cells: number): Float32Array =>
  Float32Array.from({ length: cells }, (_, cell) =>
    frameDb
      .subarray(cell * CELL_FRAMES, cell * CELL_FRAMES + MOMENT_FRAMES)
      .reduce((max, level) => Math.max(max, level), -100),
  );

function gatherEvidence(traces: HoldTraces, frameDb: Float32Array): Evidence[] {
  const cells = traces.standing.length;
  const momentDb = momentsOf(frameDb, cells);
  const sorted = Array.from({ length: cells }, (_, cell) =>
    frameDb.slice(cell * CELL_FRAMES, (cell + 1) * CELL_FRAMES).sort(),
  );
  const scenes = Array.from({ length: cells + SCENE }, (_, index) => {
    const scene = sceneOf(traces, momentDb, index - SCENE, index);
    return scene && (scene.apartDb >= APART_DB ? scene.lacks : 0);
  });
  return Array.from({ length: cells }, (_, cell) => {
    // Takes the lowest of three scenes (SCENE cells each), because a scene near a stretch's end contains other sound.
    const around = [cell, cell + SCENE / 2, cell + SCENE].map((at) => scenes[at] ?? null);
    const known = around.filter((scene) => scene !== null);
    return { ...evidenceAt(traces, sorted, cell), inFront: known.length === 0 ? 0 : Math.min(...known) };
  });
}

/**
 * Share of the frames that are more than PAUSE_DB below the loudest tenth.
 * @param cells levels of each cell's frames, sorted
 */
function pausesIn(cells: readonly Float32Array[]): number {
  const frames = cells.reduce((sum, { length }) => sum + length, 0);
  if (frames === 0) return 1;
  const left = cells.map(({ length }) => length);
  let loud = Number.NEGATIVE_INFINITY;
  // Removes the loudest remaining frame, which is the last frame of one of the sorted cells.
  for (let louder = frames - Math.floor(frames * 0.9); louder > 0; louder -= 1) {
    let from = -1;
    loud = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < cells.length; at += 1) {
      const level = cells[at]?.[(left[at] as number) - 1] ?? Number.NEGATIVE_INFINITY;
      if (level > loud) [loud, from] = [level, at];
    }
    left[from] = (left[from] as number) - 1;
  }
  let pauses = 0;
  for (const levels of cells) {
    let n = 0;
    while (n < levels.length && (levels[n] as number) < loud - PAUSE_DB) n += 1;
    pauses += n;
  }
  return pauses / frames;
}

function evidenceAt(
  traces: HoldTraces,
  sorted: readonly Float32Array[],
  cell: number,
): Omit<Evidence, 'inFront'> {
  const from = Math.max(0, cell - REACH);
  const to = Math.min(traces.standing.length, cell + REACH + 1);
  let standing = 0;
  let sounding = 0;
  let x = 0;
  let y = 0;
  let weight = 0;
  for (let i = from; i < to; i += 1) {
    const share = traces.standing[i] as number;
    if (share < 0) continue;
    sounding += 1;
    standing += share;
    x += traces.tunedX[i] as number;
    y += traces.tunedY[i] as number;
    weight += traces.weight[i] as number;
  }
  return {
    standing: sounding === 0 ? 0 : standing / sounding,
    tuned: weight === 0 ? 0 : Math.hypot(x, y) / weight,
    pauses: pausesIn(sorted.slice(from, to)),
    sounding: to === from ? 0 : sounding / (to - from),
  };
}

/**
 * Weight of each kind of evidence (natural log-odds); `usual`: the value from which the evidence counts. Telephone
 * voices have less than 0.18 steady partials and 16 to 40 % pauses; tunes have more than 0.25, and at most 28 % pauses.
 */
const STANDING = { weight: 14, usual: 0.2 } as const;
const TUNED = { weight: 4, usual: 0.7, standing: 0.3 } as const;
const PAUSES = { weight: -3, usual: 0.2 } as const;
const IN_FRONT = { weight: -6, usual: 0.45 } as const;
/** Least mean share of steady partials in music. */
const LEAST_STANDING = 0.12;
const SOUNDING_MIN = 0.35;
/** Cost of a change between music and no music, log-odds: makes stretches long and few. */
const CHANGE = 6;
const LIMIT = 3;
/** Least mean log-odds of a stretch that is certainly music. */
const CERTAIN_MEAN = 1.6;

function oddsOf({ standing, tuned, pauses, sounding, inFront }: Evidence): number {
  if (sounding < SOUNDING_MIN) return -1;
  const odds =
    STANDING.weight * (standing - STANDING.usual) +
    TUNED.weight * (tuned - TUNED.usual) * Math.min(1, standing / TUNED.standing) +
    PAUSES.weight * Math.max(0, pauses - PAUSES.usual) +
    IN_FRONT.weight * Math.max(0, inFront - IN_FRONT.usual);
  return Math.max(-LIMIT, Math.min(LIMIT, odds));
}

/** Returns the most probable division into cells with music (1) and without (0), by the Viterbi algorithm. */
function likeliest(odds: Float32Array): Uint8Array {
  const from = [new Uint8Array(odds.length), new Uint8Array(odds.length)] as const;
  let none = 0;
  let music = -CHANGE;
  for (let i = 0; i < odds.length; i += 1) {
    const [stay, begin] = [music, none - CHANGE];
    const [rest, end] = [none, music - CHANGE];
    from[1][i] = begin > stay ? 0 : 1;
    from[0][i] = end > rest ? 1 : 0;
    music = Math.max(stay, begin) + (odds[i] as number);
    none = Math.max(rest, end);
  }
  const path = new Uint8Array(odds.length);
  let state = music > none ? 1 : 0;
  for (let i = odds.length - 1; i >= 0; i -= 1) {
    path[i] = state;
    state = (state === 1 ? from[1][i] : from[0][i]) as number;
  }
  return path;
}

/** Number of cells on each side of a boundary that are searched for the music's exact end. */
const EDGE_CELLS = 6;
/** A pause at which music may begin or end: least length, and length from which its weight is `weight`, in frames. */
const EDGE_PAUSE = { min: 3, full: 12, weight: 0.5 } as const;
/** Music begins or ends at a pause unless another place fits better by more than this. */
const EDGE_SLACK = 0.3;
const MOMENT_MS = 96;
/** A moment with a greater share of steady partials indicates music; with a smaller share, speech. */
const STANDS_IN_MUSIC = 0.3;

/**
 * Finds where music begins ('from') or ends ('to') near a boundary between cells, ms, preferably at a pause. In doubt,
 * shortens the music, so that no speech is cut off.
 */
function edgeNear({ standing }: HoldTraces, mask: Uint8Array, cell: number, side: 'from' | 'to'): number {
  const first = Math.max(0, cell - EDGE_CELLS);
  const last = Math.min(standing.length, cell + EDGE_CELLS);
  const fit = (ms: number): number => {
    let sum = 0;
    for (let i = first; i < last; i += 1) {
      const share = standing[i] as number;
      const before = i * CELL_MS + MOMENT_MS < ms;
      if (share >= 0) sum += (share - STANDS_IN_MUSIC) * (before === (side === 'to') ? 1 : -1);
    }
    return sum;
  };
  let bare = { ms: cell * CELL_MS, sum: Number.NEGATIVE_INFINITY };
  for (let at = first; at <= last; at += 1) {
    const sum = fit(at * CELL_MS);
    if (sum > bare.sum) bare = { ms: at * CELL_MS, sum };
  }
  let best: { ms: number; sum: number } | null = null;
  for (let frame = first * CELL_FRAMES; frame < Math.min(mask.length, last * CELL_FRAMES); frame += 1) {
    if (mask[frame] === 1) continue;
    let [from, to] = [frame, frame];
    while (from > 0 && mask[from - 1] !== 1) from -= 1;
    while (to < mask.length && mask[to] !== 1) to += 1;
    // Music begins at a pause's end, and ends at a pause's start.
    const ms = (side === 'from' ? to : from) * FRAME_MS;
    const sum = fit(ms) + EDGE_PAUSE.weight * Math.min(1, (to - from) / EDGE_PAUSE.full);
    if (to - from >= EDGE_PAUSE.min && (best === null || sum > best.sum)) best = { ms, sum };
    frame = to;
  }
  if (best && best.sum >= bare.sum - EDGE_SLACK) return best.ms;
  return side === 'from' ? bare.ms + CELL_MS / 2 : bare.ms - CELL_MS / 2;
}

const SAID_MS = { min: 1500, max: 30_000 } as const;
/** Greatest shift between compared announcements, frames. SAME: least correlation of equal announcements' levels. */
const SHIFT = 25;
const SAME = 0.93;

function likeness(frameDb: Float32Array, a: Interval, b: Interval): number {
  const at = (ms: number): number => Math.round(ms / FRAME_MS);
  const [fromA, fromB] = [at(a.startMs), at(b.startMs)];
  const count = Math.min(at(a.endMs) - fromA, at(b.endMs) - fromB) - SHIFT;
  let best = 0;
  for (let shift = -SHIFT; shift <= SHIFT; shift += 1) {
    let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
    for (let i = 0; i < count; i += 1) {
      const x = frameDb[fromA + i + Math.max(0, shift)] as number;
      const y = frameDb[fromB + i + Math.max(0, -shift)] as number;
      sumA += x;
      sumB += y;
      squaresA += x * x;
      squaresB += y * y;
      products += x * y;
    }
    const spread = (squaresA - sumA ** 2 / count) * (squaresB - sumB ** 2 / count);
    if (spread > 0) best = Math.max(best, (products - (sumA * sumB) / count) / Math.sqrt(spread));
  }
  return best;
}

/**
 * Finds recorded announcements between tunes: stretches whose levels follow the same course. They are never `certo`,
 * because they contain words.
 */
function findAnnouncements(holds: readonly Hold[], frameDb: Float32Array): Hold[] {
  const between = holds
    .slice(1)
    .map(({ startMs }, index) => ({ startMs: (holds[index] as Hold).endMs, endMs: startMs, certo: false }))
    .filter(({ startMs, endMs }) => endMs - startMs >= SAID_MS.min && endMs - startMs <= SAID_MS.max);
  return between.filter((one) =>
    between.some((other) => other !== one && likeness(frameDb, one, other) >= SAME),
  );
}

/**
 * Music softer than the channel's voice by more than this is a nearby television, dB; the comparison needs VOICE_KNOWN
 * frames of the voice.
 */
const BEHIND_DB = 18;
const VOICE_KNOWN = 100;

const quantile = (levels: readonly number[], share: number): number =>
  [...levels].sort((a, b) => a - b)[Math.floor((levels.length - 1) * share)] ?? -100;

/** Least differences that show a voice over music: share of steady partials lacking in loud moments; their extra dB. */
const OVER_MUSIC = { lacks: 0.45, apartDb: 5 } as const;

/**
 * Runs of cells [from, to) with music loud enough to be a hold, and without a voice.
 * @param path for each cell, 1 if it is music
 */
function runsInFront(
  path: Uint8Array,
  traces: HoldTraces,
  frameDb: Float32Array,
  mask: Uint8Array,
): { from: number; to: number }[] {
  if (!path.includes(1)) return [];
  const momentDb = momentsOf(frameDb, path.length);
  const voice: number[] = [];
  for (const [frame, level] of frameDb.entries())
    if (mask[frame] === 1 && path[Math.floor(frame / CELL_FRAMES)] !== 1) voice.push(level);
  const least = voice.length >= VOICE_KNOWN ? quantile(voice, 0.95) - BEHIND_DB : -100;
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < path.length; from += 1) {
    if (path[from] !== 1) continue;
    let to = from;
    while (to < path.length && path[to] === 1) to += 1;
    const loudEnough = quantile([...frameDb.subarray(from * CELL_FRAMES, to * CELL_FRAMES)], 0.5) >= least;
    // Leaves out the ends, which may contain speech from outside the stretch.
    const [first, last] = [Math.min(from + REACH, to), Math.max(to - REACH, from)];
    const { lacks, apartDb } = sceneOf(traces, momentDb, first, last) ?? { lacks: 0, apartDb: 0 };
    const spoken = lacks >= OVER_MUSIC.lacks && apartDb >= OVER_MUSIC.apartDb;
    if (loudEnough && !spoken) runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** True if some stretch of HOLD_MIN_MS has enough steady partials for music. */
function mayHoldMusic({ standing }: HoldTraces): boolean {
  const cells = HOLD_MIN_MS / CELL_MS;
  let sum = 0;
  for (let cell = 0; cell < standing.length; cell += 1) {
    sum += Math.max(0, standing[cell] as number);
    if (cell >= cells) sum -= Math.max(0, standing[cell - cells] as number);
    if (sum >= cells * LEAST_STANDING) return true;
  }
  return false;
}

export function findHolds(
  traces: HoldTraces,
  frameDb: Float32Array,
  mask: Uint8Array,
  durationMs: number,
): Hold[] {
  if (!mayHoldMusic(traces)) return [];
  const odds = Float32Array.from(gatherEvidence(traces, frameDb), oddsOf);
  const holds: Hold[] = [];
  for (const { from, to } of runsInFront(likeliest(odds), traces, frameDb, mask)) {
    const sum = odds.subarray(from, to).reduce((total, one) => total + one, 0);
    const edge = (rough: number, side: 'from' | 'to'): number => {
      if (side === 'from' ? rough <= 1 : rough * CELL_MS >= durationMs - 2 * CELL_MS)
        return side === 'from' ? 0 : durationMs;
      return edgeNear(traces, mask, rough, side);
    };
    const startMs = edge(from, 'from');
    const endMs = Math.min(durationMs, edge(to, 'to'));
    const lasts = endMs - startMs;
    if (lasts >= HOLD_MIN_MS)
      holds.push({ startMs, endMs, certo: lasts >= CERTAIN_MIN_MS && sum / (to - from) >= CERTAIN_MEAN });
  }
  return [...holds, ...findAnnouncements(holds, frameDb)].sort((a, b) => a.startMs - b.startMs);
}
