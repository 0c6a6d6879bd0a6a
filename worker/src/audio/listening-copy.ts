import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AudioError } from './audio-error.ts';
import {
  explainFailure,
  GLOBAL_ARGS,
  type InputClaims,
  inputArgs,
  parseClaims,
  runFfmpeg,
} from './ffmpeg.ts';

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

/** A copy's media type: MP3, because Safari plays and seeks it well. */
export const COPY_TYPE = 'audio/mpeg';

/** A copy's sample rate (Hz), and kbit/s mono and stereo, by the recording's sample rate (at most `upTo`). */
const QUALITY = [
  { upTo: 16_000, rate: 16_000, mono: 32, stereo: 48 },
  { upTo: 24_000, rate: 24_000, mono: 40, stereo: 64 },
  { upTo: Number.POSITIVE_INFINITY, rate: 44_100, mono: 64, stereo: 112 },
] as const;

/** A copy is cut this many s after the longest accepted length; a copy so long shows too long a recording. */
const MARGIN_S = 10;

/** Returns ffmpeg's options for MP3 at a constant bit rate, without tags; `bytesOf`: bytes of a length in seconds. */
function mp3Of({ rate, isMono }: Pick<InputClaims, 'rate' | 'isMono'>) {
  const quality = QUALITY.find(({ upTo }) => (rate ?? 8000) <= upTo) ?? QUALITY[0];
  const kbits = isMono ? quality.mono : quality.stereo;
  return {
    args: [
      ...['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1'],
      ...(isMono ? ['-ac', '1'] : ['-af', 'pan=stereo|c0=c0|c1=c1']),
      ...['-ar', String(quality.rate), '-c:a', 'libmp3lame', '-b:a', `${kbits}k`],
      // Joint stereo would leak one party's sound into the other party's channel.
      ...['-joint_stereo', '0'],
    ],
    bytesOf: (seconds: number) => seconds * kbits * 125,
  };
}

export type ListeningCopyInput = {
  filePath: string;
  tipo: string | null;
  outPath: string;
  maxMinutos: number;
  signal: AbortSignal;
  timeoutMs: number;
  ffmpegPath: string;
};

const discard = async (stdout: NodeJS.ReadableStream) => void stdout.resume();

/**
 * Reads the format that a file states.
 * @throws AudioError if the file contains no sound
 */
async function look(
  source: readonly string[],
  run: Pick<ListeningCopyInput, 'signal' | 'timeoutMs' | 'ffmpegPath'>,
): Promise<InputClaims> {
  // Without an output, ffmpeg only describes the file.
  const looked = await runFfmpeg({ ...run, args: [...GLOBAL_ARGS, ...source], consume: discard });
  const claims = parseClaims(looked.stderr);
  if (claims.codec === 'desconhecido') throw explainFailure({ ...looked, exitCode: 1 });
  return claims;
}

/**
 * Writes a copy that browsers can play: the first two channels as MP3. Limits time and size, because a byte of Opus may
 * decode to an eighth of a second.
 * @returns false if browsers can play the recording itself, so that no copy is written
 * @throws AudioError like `analyseAudio`; duracao_excedida if the recording is too long
 */
export async function writeListeningCopy(input: ListeningCopyInput): Promise<boolean> {
  const { filePath, tipo, outPath, maxMinutos, ...rest } = input;
  const source = inputArgs(path.resolve(filePath), tipo);
  const { formato, codec, rate, isMono } = await look(source, rest);
  const played = tipo === 'audio/webm' ? PLAYED_IN_WEBM : PLAYED[formato];
  if (played?.includes(codec)) return false;
  const { args, bytesOf } = mp3Of({ rate, isMono });
  const limitS = maxMinutos * 60 + MARGIN_S;
  const outcome = await runFfmpeg({
    ...rest,
    args: [
      ...[...GLOBAL_ARGS, '-loglevel', 'warning', ...source, ...args],
      ...['-t', String(limitS), '-fs', String(bytesOf(limitS)), '-f', 'mp3', `file:${outPath}`],
    ],
    consume: discard,
  });
  if (outcome.exitCode !== 0) throw explainFailure(outcome);
  // At a constant bit rate, the number of bytes gives the length.
  if ((await stat(outPath)).size >= bytesOf(limitS - MARGIN_S / 2)) throw new AudioError('duracao_excedida');
  return true;
}

/**
 * Writes a stretch of a recording, in the format of a listening copy, without any sound from outside the stretch.
 * @throws AudioError like `writeListeningCopy`; sem_amostras if the stretch starts after the recording's end
 */
export async function writeMoment(
  input: Omit<ListeningCopyInput, 'maxMinutos'> & { inicioMs: number; fimMs: number },
): Promise<void> {
  const { filePath, tipo, outPath, inicioMs, fimMs, ...rest } = input;
  const source = inputArgs(path.resolve(filePath), tipo);
  const { args } = mp3Of(await look(source, rest));
  const outcome = await runFfmpeg({
    ...rest,
    args: [
      ...[...GLOBAL_ARGS, '-loglevel', 'warning', ...source, ...args],
      // Seeks after decoding, because seeking in the input is exact in few formats.
      ...['-ss', String(inicioMs / 1000), '-t', String((fimMs - inicioMs) / 1000)],
      ...['-write_xing', '0', '-f', 'mp3', `file:${outPath}`],
    ],
    consume: discard,
  });
  if (outcome.exitCode !== 0) throw explainFailure(outcome);
  if ((await stat(outPath)).size === 0) throw new AudioError('sem_amostras');
}
