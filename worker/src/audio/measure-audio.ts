import type { Readable } from 'node:stream';
import { AudioError } from './audio-error.ts';
import { explainFailure, GLOBAL_ARGS, inputArgs, pcmPipeArgs, runFfmpeg } from './ffmpeg.ts';
import { type PcmFormat, readWavHeader } from './wav-stream.ts';

/**
 * How long a recording is, ms: decoded samples, never the header's claim, as the audio stage counts them. Constant memory.
 * @throws AudioError as `analyseAudio` does
 */
export async function measureAudio(input: {
  filePath: string;
  timeoutMs: number;
  signal?: AbortSignal;
  ffmpegPath?: string;
}): Promise<number> {
  let header: Buffer | null = Buffer.alloc(0);
  let format: PcmFormat | null = null;
  let bytes = 0;
  const outcome = await runFfmpeg({
    ffmpegPath: input.ffmpegPath ?? 'ffmpeg',
    args: [...GLOBAL_ARGS, '-loglevel', 'warning', ...inputArgs(input.filePath), ...pcmPipeArgs('0:a:0')],
    signal: input.signal,
    timeoutMs: input.timeoutMs,
    consume: async (stdout: Readable) => {
      for await (const chunk of stdout as AsyncIterable<Buffer>) {
        if (!header) {
          bytes += chunk.length;
          continue;
        }
        header = Buffer.concat([header, chunk]);
        const found = readWavHeader(header);
        if (!found) continue;
        format = found.format;
        bytes += header.length - found.dataOffset;
        header = null;
      }
    },
  });
  const decoded = format as PcmFormat | null;
  if (!decoded || bytes === 0) throw explainFailure(outcome);
  return Math.round((bytes / 2 / decoded.channels / decoded.sampleRate) * 1000);
}

/** Whether a recording can never be measured: whoever processes it will be told why. */
export function isUnmeasurable(error: unknown): boolean {
  return error instanceof AudioError && !error.retryable;
}
