import type { Readable } from 'node:stream';
import { AudioError } from '../audio-error.ts';
import { explainFailure, GLOBAL_ARGS, inputArgs, pcmPipeArgs, runFfmpeg } from '../ffmpeg.ts';
import { type PcmFormat, readWavHeader } from '../wav-stream.ts';

/**
 * Longest measured sound, ms: the greatest AUDIO_MAX_MINUTES. A few bytes of Opus could otherwise be decoded for hours.
 */
const MAX_MS = 24 * 3_600_000;

/** Receiver of interleaved 16-bit samples, complete for all channels. */
export type Hearer = { push: (samples: Int16Array, channels: number) => void };

class Samples {
  readonly #bytes: number;
  readonly #channels: number;
  readonly #hearer: Hearer;
  #rest: Buffer = Buffer.alloc(0);

  constructor({ channels }: PcmFormat, hearer: Hearer) {
    this.#bytes = channels * 2;
    this.#channels = channels;
    this.#hearer = hearer;
  }

  push(chunk: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const whole = all.length - (all.length % this.#bytes);
    this.#rest = Buffer.from(all.subarray(whole));
    if (whole === 0) return;
    // Copies bytes at an odd address, because a 16-bit view needs an even address.
    const even = all.byteOffset % 2 === 0 ? all : Buffer.from(new Uint8Array(all).buffer);
    this.#hearer.push(new Int16Array(even.buffer, even.byteOffset, whole / 2), this.#channels);
  }
}

/**
 * Measures a recording's length, ms, by its decoded samples, not its header. `hear` gets the sample rate (Hz) and
 * returns a receiver for the sound.
 * @throws AudioError like `analyseAudio`; duracao_excedida if the recording is longer than a day
 */
export async function measureAudio(input: {
  filePath: string;
  tipo?: string | null;
  timeoutMs: number;
  signal?: AbortSignal;
  ffmpegPath?: string;
  hear?: (rate: number) => Hearer;
}): Promise<number> {
  let header: Buffer | null = Buffer.alloc(0);
  let format: PcmFormat | null = null;
  let bytes = 0;
  let samples: Samples | null = null;
  const outcome = await runFfmpeg({
    ffmpegPath: input.ffmpegPath ?? 'ffmpeg',
    args: [
      ...GLOBAL_ARGS,
      '-loglevel',
      'warning',
      ...inputArgs(input.filePath, input.tipo),
      ...pcmPipeArgs('0:a:0'),
    ],
    signal: input.signal,
    timeoutMs: input.timeoutMs,
    consume: async (stdout: Readable) => {
      for await (const chunk of stdout as AsyncIterable<Buffer>) {
        if (!header) {
          bytes += chunk.length;
          if (lengthOf(bytes, format) > MAX_MS) throw new AudioError('duracao_excedida');
          samples?.push(chunk);
          continue;
        }
        header = Buffer.concat([header, chunk]);
        const found = readWavHeader(header);
        if (!found) continue;
        format = found.format;
        bytes += header.length - found.dataOffset;
        samples = input.hear ? new Samples(format, input.hear(format.sampleRate)) : null;
        samples?.push(header.subarray(found.dataOffset));
        header = null;
      }
    },
  });
  const decoded = format as PcmFormat | null;
  if (!decoded || bytes === 0) throw explainFailure(outcome);
  return Math.round(lengthOf(bytes, decoded));
}

const lengthOf = (bytes: number, format: PcmFormat | null): number =>
  format ? (bytes / 2 / format.channels / format.sampleRate) * 1000 : 0;

/** True if the error shows that the recording can never be measured, so that a retry is useless. */
export function isUnmeasurable(error: unknown): boolean {
  return error instanceof AudioError && !error.retryable;
}
