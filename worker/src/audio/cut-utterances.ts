import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { AudioError } from './audio-error.ts';
import { explainFailure, GLOBAL_ARGS, inputArgs, pcmPipeArgs, runFfmpeg } from './ffmpeg.ts';
import { type PcmFormat, readWavHeader } from './wav-stream.ts';

/** Largest cut, bytes: the upload limit of OpenAI-compatible servers. */
export const MAX_CUT_BYTES = 25 * 1024 * 1024;

/** Longest cut that fits in MAX_CUT_BYTES at a sample rate, ms. */
export function maxCutMs(sampleRate: number): number {
  return Math.floor(((MAX_CUT_BYTES - 44) / 2 / sampleRate) * 1000);
}

export interface Cut {
  startMs: number;
  endMs: number;
  /** Path of the WAV file (mono, 16 bits, the source's rate). */
  outPath: string;
}

export interface CutUtterancesInput {
  /** A channel's file written by `analyseAudio`. */
  flacPath: string;
  /** Sorted by start; times beyond the sound's end are reduced to it. */
  cuts: readonly Cut[];
  signal?: AbortSignal;
  timeoutMs: number;
  ffmpegPath?: string;
}

class OpenCut {
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  readonly fromByte: number;
  readonly toByte: number;
  readonly outPath: string;

  constructor(cut: Cut, sampleRate: number) {
    const toByte = (ms: number) => Math.round((ms * sampleRate) / 1000) * 2;
    this.fromByte = toByte(cut.startMs);
    this.toByte = toByte(cut.endMs);
    this.outPath = cut.outPath;
    if (this.toByte <= this.fromByte) throw new RangeError('a cut must have a length');
    if (this.toByte - this.fromByte > MAX_CUT_BYTES - 44) throw new RangeError('a cut is too long');
  }

  take(chunk: Buffer, position: number): void {
    const part = chunk.subarray(Math.max(0, this.fromByte - position), Math.max(0, this.toByte - position));
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  async write(sampleRate: number): Promise<void> {
    const whole = this.#bytes - (this.#bytes % 2);
    await writeFile(this.outPath, Buffer.concat([wavHeader(sampleRate, whole), ...this.#parts], 44 + whole));
  }
}

/** Writes each cut to its file; only incomplete cuts stay in memory. */
async function splitStream(stdout: Readable, cuts: readonly Cut[]): Promise<void> {
  let pending: Buffer | null = Buffer.alloc(0);
  let format: PcmFormat | null = null;
  let position = 0;
  let next = 0;
  let open: OpenCut[] = [];
  let upcoming: OpenCut | null = null;
  for await (const piece of stdout as AsyncIterable<Buffer>) {
    let chunk = piece;
    if (pending) {
      pending = Buffer.concat([pending, piece]);
      const header = readWavHeader(pending);
      if (!header) continue;
      format = header.format;
      chunk = pending.subarray(header.dataOffset);
      pending = null;
    }
    if (!format) continue;
    const end = position + chunk.length;
    for (; next < cuts.length; next += 1) {
      upcoming ??= new OpenCut(cuts[next] as Cut, format.sampleRate);
      if (upcoming.fromByte >= end) break;
      open.push(upcoming);
      upcoming = null;
    }
    for (const cut of open) cut.take(chunk, position);
    position = end;
    for (const cut of open) if (cut.toByte <= position) await cut.write(format.sampleRate);
    open = open.filter((cut) => cut.toByte > position);
  }
  if (!format) return;
  for (const cut of open) await cut.write(format.sampleRate);
  if (next < cuts.length) throw new RangeError('a cut starts after the end of the sound');
}

/**
 * Cuts stretches out of a channel in one decoding, exact to the sample, into WAV files.
 * @throws AudioError like `analyseAudio`; RangeError for cuts that have no length, are too long, or start after the end
 */
export async function cutUtterances(input: CutUtterancesInput): Promise<void> {
  const { flacPath, cuts, signal, timeoutMs, ffmpegPath = 'ffmpeg' } = input;
  if (cuts.length === 0) return;
  const args = [...GLOBAL_ARGS, '-loglevel', 'warning', ...inputArgs(flacPath), ...pcmPipeArgs('0:a:0')];
  const outcome = await runFfmpeg({
    ffmpegPath,
    args,
    signal,
    timeoutMs,
    consume: (stdout) => splitStream(stdout, cuts),
  });
  if (outcome.exitCode !== 0) {
    const error = explainFailure(outcome);
    throw error.code === 'formato_invalido' ? new AudioError('falha_interna', error.detail) : error;
  }
}
