import type { Interval } from '@escuta/shared/domain/audio/audio-facts';
import { createTimeMap, planTrim, type TimeMap } from '@escuta/shared/domain/audio/time-map';
import { explainFailure, flacArgs, GLOBAL_ARGS, inputArgs, runFfmpeg } from './ffmpeg.ts';

/** Least share of the sound whose omission is worth another file. */
const MIN_SAVING = 0.05;

/** All cuts are multiples of this, ms; shorter frames would cost five times the CPU. */
const TRIM_FRAME_MS = 100;

interface FrameRange {
  from: number;
  to: number;
}

/**
 * Builds an ffmpeg expression of the frame number `n`: 1 inside the ranges, 0 outside; a balanced tree evaluates
 * quickly.
 * @param ranges sorted, disjoint, not empty
 */
export function keepExpression(ranges: readonly FrameRange[]): string {
  const edges = ranges.flatMap(({ from, to }) => [from, to]);
  // Keeps frames between edges 2k and 2k+1.
  const build = (low: number, high: number): string => {
    if (low === high) return low % 2 === 1 ? '1' : '0';
    const middle = (low + high) >> 1;
    return `if(lt(n,${edges[middle]}),${build(low, middle)},${build(middle + 1, high)})`;
  };
  return build(0, edges.length);
}

export interface TrimPlan {
  frames: FrameRange[];
  samplesPerFrame: number;
  timeMap: TimeMap;
}

/**
 * Plans which whole frames of a channel are kept; null if this would save less than `minSaving` (a share). The time map
 * is exact to the sample.
 */
export function planFrames(
  speech: readonly Interval[],
  durationMs: number,
  sampleRate: number,
  minSaving = MIN_SAVING,
): TrimPlan | null {
  const samplesPerFrame = Math.round((sampleRate * TRIM_FRAME_MS) / 1000);
  const frameMs = (samplesPerFrame / sampleRate) * 1000;
  const frames: FrameRange[] = [];
  for (const { startMs, endMs } of planTrim(speech, durationMs)) {
    const from = Math.floor(startMs / frameMs);
    const to = Math.ceil(endMs / frameMs);
    const last = frames.at(-1);
    if (last && from <= last.to) last.to = to;
    else frames.push({ from, to });
  }
  if (frames.length === 0) return null;
  const timeMap = createTimeMap(
    frames.map(({ from, to }) => ({ startMs: from * frameMs, endMs: Math.min(to * frameMs, durationMs) })),
  );
  if (timeMap.trimmedMs > durationMs * (1 - minSaving)) return null;
  return { frames, samplesPerFrame, timeMap };
}

/**
 * Writes a channel's shortened sound. Starts one ffmpeg per channel, because threads for two inputs would cost more
 * than a second start.
 * @throws AudioError like `analyseAudio`
 */
export async function writeTrimmed(input: {
  flacPath: string;
  outPath: string;
  plan: TrimPlan;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  ffmpegPath: string;
}): Promise<void> {
  const { flacPath, outPath, plan, signal, timeoutMs, ffmpegPath } = input;
  const keep = keepExpression(plan.frames);
  const graph = `[0:a:0]asetnsamples=n=${plan.samplesPerFrame}:p=0,aselect='${keep}',asetpts=N/SR/TB[t]`;
  const outcome = await runFfmpeg({
    ffmpegPath,
    args: [
      ...[...GLOBAL_ARGS, '-loglevel', 'warning', ...inputArgs(flacPath)],
      ...['-filter_complex', graph, ...flacArgs('[t]', outPath)],
    ],
    signal,
    timeoutMs,
    consume: async (stdout) => {
      stdout.resume();
    },
  });
  if (outcome.exitCode !== 0) throw explainFailure(outcome);
}
