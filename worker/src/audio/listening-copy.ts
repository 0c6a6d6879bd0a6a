import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AudioError } from './audio-error.ts';
import { explainFailure, GLOBAL_ARGS, inputArgs, parseClaims, runFfmpeg } from './ffmpeg.ts';

/** Formats that every browser plays: ffmpeg's container names and codecs. */
const PLAYED: Readonly<Record<string, readonly string[]>> = {
  wav: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw'],
  mp3: ['mp3'],
  aac: ['aac'],
  ogg: ['opus', 'vorbis', 'flac'],
  flac: ['flac'],
  mov: ['aac', 'mp3', 'flac', 'opus'],
};
const PLAYED_IN_WEBM = ['opus', 'vorbis'];

/** Media type of a listening copy: Safari plays and seeks MP3 well. */
export const COPY_TYPE = 'audio/mpeg';

/** Sample rate, and kbit/s of mono and stereo, by the sound's own band. */
const QUALITY = [
  { upTo: 16_000, rate: 16_000, mono: 32, stereo: 48 },
  { upTo: 24_000, rate: 24_000, mono: 40, stereo: 64 },
  { upTo: Number.POSITIVE_INFINITY, rate: 44_100, mono: 64, stereo: 112 },
] as const;

/** A copy may exceed the longest accepted recording by this much, s. */
const MARGIN_S = 10;

export type ListeningCopyInput = {
  filePath: string;
  tipo: string | null;
  outPath: string;
  maxMinutos: number;
  signal: AbortSignal;
  timeoutMs: number;
  ffmpegPath: string;
};

/**
 * Writes a browser's copy into `outPath`: the first two channels in MP3. One byte of Opus may claim an eighth of a
 * second, so time and size are limited.
 * @returns whether it was written; false: browsers play the recording itself
 * @throws AudioError as `analyseAudio` does, duracao_excedida for more sound than is accepted
 */
export async function writeListeningCopy(input: ListeningCopyInput): Promise<boolean> {
  const { filePath, tipo, outPath, maxMinutos, ...rest } = input;
  const source = inputArgs(path.resolve(filePath), tipo);
  const discard = async (stdout: NodeJS.ReadableStream) => void stdout.resume();
  // Without an output ffmpeg only describes the file.
  const looked = await runFfmpeg({ ...rest, args: [...GLOBAL_ARGS, ...source], consume: discard });
  const { formato, codec, rate, isMono } = parseClaims(looked.stderr);
  if (codec === 'desconhecido') throw explainFailure({ ...looked, exitCode: 1 });
  const played = tipo === 'audio/webm' ? PLAYED_IN_WEBM : PLAYED[formato];
  if (played?.includes(codec)) return false;
  const quality = QUALITY.find(({ upTo }) => (rate ?? 8000) <= upTo) ?? QUALITY[0];
  const kbits = isMono ? quality.mono : quality.stereo;
  const bytesOf = (seconds: number) => seconds * kbits * 125;
  const limitS = maxMinutos * 60 + MARGIN_S;
  const outcome = await runFfmpeg({
    ...rest,
    args: [
      ...[...GLOBAL_ARGS, '-loglevel', 'warning', ...source, '-map', '0:a:0', '-map_metadata', '-1'],
      ...(isMono ? ['-ac', '1'] : ['-af', 'pan=stereo|c0=c0|c1=c1']),
      ...[
        '-ar',
        String(quality.rate),
        '-c:a',
        'libmp3lame',
        '-b:a',
        `${kbits}k`,
        '-t',
        String(limitS),
        '-fs',
        String(bytesOf(limitS)),
      ],
      // Joint stereo would leak one party into the other's channel.
      ...['-joint_stereo', '0', '-f', 'mp3', `file:${outPath}`],
    ],
    consume: discard,
  });
  if (outcome.exitCode !== 0) throw explainFailure(outcome);
  // At a constant bit rate the bytes tell the length.
  if ((await stat(outPath)).size >= bytesOf(limitS - MARGIN_S / 2)) throw new AudioError('duracao_excedida');
  return true;
}
