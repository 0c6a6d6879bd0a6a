/**
 * Calls with known content: voices of the samples, a hold of a synthesised tune (tunes.ts), the telephone's codecs, and
 * noises that are no hold. Needs ffmpeg.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Interval, intersect, totalMs } from '@escuta/shared/domain/audio/audio-facts';
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { type AudioAnalysis, analyseAudio } from '../../../worker/src/audio/measure/analyse-audio.ts';
import { atLevel, HOLD_RATE, keyboard, random, street, TUNES, type TuneName } from './tunes.ts';

const run = promisify(execFile);

/** The telephone's codecs: ffmpeg's arguments, and the file extension. */
export const CODECS = {
  gsm: { args: ['-c:a', 'libgsm_ms'], ending: 'wav' },
  ulaw: { args: ['-c:a', 'pcm_mulaw'], ending: 'wav' },
  opus: { args: ['-c:a', 'libopus', '-b:a', '24k'], ending: 'ogg' },
} as const;
export type CodecName = keyof typeof CODECS;

/** Level of the voices (RMS), relative to which the levels of tunes in dB are given. */
const VOICE = 0.08;

/**
 * Reads a single channel of a sound file, at 8 kHz.
 * @param channel 0: left
 */
export async function channelOf(file: string, channel: number): Promise<Float32Array> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      file,
      '-af',
      `pan=mono|c0=c${channel}`,
      '-ar',
      String(HOLD_RATE),
      '-f',
      's16le',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 },
  );
  const samples = Float32Array.from(
    { length: stdout.length >> 1 },
    (_, i) => stdout.readInt16LE(i * 2) / 32768,
  );
  return atLevel(samples, VOICE * 0.7);
}

export const seconds = (samples: Float32Array): number => samples.length / HOLD_RATE;
export const part = (samples: Float32Array, from: number, to: number): Float32Array =>
  samples.slice(Math.round(from * HOLD_RATE), Math.round(to * HOLD_RATE));
export const silence = (length: number): Float32Array => new Float32Array(Math.round(length * HOLD_RATE));

/** Joins sounds into one, in order and without pauses. */
export function concatenate(...parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of parts) {
    out.set(one, at);
    at += one.length;
  }
  return out;
}

/** Mixes `b` into `a`; a shorter `b` repeats, like a line's constant noise. */
export function mix(a: Float32Array, b: Float32Array, gain = 1): Float32Array {
  return a.map((sample, i) => sample + gain * (b[i % Math.max(1, b.length)] ?? 0));
}

/** Sends channels through a codec, then analyses them like a call's recording. */
export async function analyseCall(
  channels: readonly Float32Array[],
  codec: CodecName,
  options: { enhanceSpeed?: boolean } = {},
): Promise<AudioAnalysis> {
  const folder = await mkdtemp(join(tmpdir(), 'escuta-espera-'));
  try {
    const length = Math.max(...channels.map((one) => one.length));
    const noise = random(99);
    const inputs: string[] = [];
    for (const [index, samples] of channels.entries()) {
      const data = Buffer.alloc(length * 2);
      for (let i = 0; i < length; i += 1) {
        const sample = (samples[i] ?? 0) + (noise() - 0.5) * 0.0012;
        data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32767), i * 2);
      }
      // GSM has a single channel, so each channel is coded separately.
      const file = join(folder, `${index}.wav`);
      await writeFile(file, Buffer.concat([wavHeader(HOLD_RATE, data.length), data]));
      const coded = join(folder, `${index}-codec.${CODECS[codec].ending}`);
      await run('ffmpeg', ['-nostdin', '-v', 'error', '-i', file, ...CODECS[codec].args, coded]);
      inputs.push(coded);
    }
    const call = join(folder, 'ligacao.wav');
    const merge = inputs.length > 1 ? ['-filter_complex', '[0:a][1:a]amerge=inputs=2'] : [];
    await run('ffmpeg', [
      ...['-nostdin', '-v', 'error', ...inputs.flatMap((file) => ['-i', file])],
      ...[...merge, '-ar', String(HOLD_RATE), '-c:a', 'pcm_s16le', call],
    ]);
    return await analyseAudio({
      ...{ filePath: call, workDir: folder, canalAgente: 'left', timeoutMs: 120_000 },
      options: {
        ...{ noiseReduction: false, normalize: false, enhanceSpeed: false, maxDurationMs: 7_200_000 },
        ...options,
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Synthesises a tune at a level of `db` dB relative to the voices. */
export function tune(name: TuneName, length: number, seed: number, db = 0): Float32Array {
  return atLevel(TUNES[name](length, random(seed)), VOICE * 10 ** (db / 20));
}

export const NOISES = {
  televisao: (length: number, seed: number, voices: Float32Array): Float32Array =>
    mix(
      atLevel(TUNES.strings(length, random(seed)), VOICE * 0.12),
      atLevel(part(voices, 0, length), Math.max(1e-6, VOICE * 0.12)),
    ),
  rua: (length: number, seed: number): Float32Array => atLevel(street(length, random(seed)), VOICE * 0.2),
  teclado: (length: number, seed: number): Float32Array =>
    atLevel(keyboard(length, random(seed)), VOICE * 0.25),
} as const;

/** Compares found holds with true ones, ms: the found part of true holds, and the part of speech taken for hold. */
export function compare(found: readonly Interval[], holds: readonly Interval[], speech: readonly Interval[]) {
  return {
    holdMs: totalMs(holds),
    foundMs: totalMs(intersect(found, holds)),
    speechMs: totalMs(speech),
    lostMs: totalMs(intersect(found, speech)),
  };
}
