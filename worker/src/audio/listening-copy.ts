import path from 'node:path';
import { explainFailure, GLOBAL_ARGS, inputArgs, parseClaims, runFfmpeg } from './ffmpeg.ts';

/** What every browser plays, by ffmpeg's names of container and coding. */
const PLAYED: Readonly<Record<string, readonly string[]>> = {
  wav: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw'],
  mp3: ['mp3'],
  aac: ['aac'],
  ogg: ['opus', 'vorbis', 'flac'],
  flac: ['flac'],
  mov: ['aac', 'mp3', 'flac', 'opus'],
};
const PLAYED_IN_WEBM = ['opus', 'vorbis'];

/** Media type of a listening copy: MP3, which Safari plays and seeks in as well as the others do. */
export const COPY_TYPE = 'audio/mpeg';

/** Rate, and kbit/s of one channel and of two: telephone sound needs no more than its own band. */
const QUALITY = [
  { upTo: 16_000, rate: 16_000, mono: 32, stereo: 48 },
  { upTo: 24_000, rate: 24_000, mono: 40, stereo: 64 },
  { upTo: Number.POSITIVE_INFINITY, rate: 44_100, mono: 64, stereo: 112 },
] as const;

export type ListeningCopyInput = {
  filePath: string;
  /** Media type of the recording, as it was recognised. */
  tipo: string | null;
  outPath: string;
  signal: AbortSignal;
  timeoutMs: number;
  ffmpegPath: string;
};

/**
 * Writes what browsers play of a recording into `outPath`: its first two channels, as they are, in MP3.
 * @returns whether it was written; false: they play the recording itself
 * @throws AudioError as `analyseAudio` does
 */
export async function writeListeningCopy(input: ListeningCopyInput): Promise<boolean> {
  const { filePath, tipo, outPath, ...rest } = input;
  const source = inputArgs(path.resolve(filePath), tipo);
  const discard = async (stdout: NodeJS.ReadableStream) => void stdout.resume();
  // Without an output ffmpeg only says what the file is.
  const looked = await runFfmpeg({ ...rest, args: [...GLOBAL_ARGS, ...source], consume: discard });
  const { formato, codec, rate, isMono } = parseClaims(looked.stderr);
  if (codec === 'desconhecido') throw explainFailure({ ...looked, exitCode: 1 });
  const played = tipo === 'audio/webm' ? PLAYED_IN_WEBM : PLAYED[formato];
  if (played?.includes(codec)) return false;
  const quality = QUALITY.find(({ upTo }) => (rate ?? 8000) <= upTo) ?? QUALITY[0];
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
        `${isMono ? quality.mono : quality.stereo}k`,
      ],
      // Joint stereo would let one party be heard in the other's channel.
      ...['-joint_stereo', '0', '-f', 'mp3', `file:${outPath}`],
    ],
    consume: discard,
  });
  if (outcome.exitCode !== 0) throw explainFailure(outcome);
  return true;
}
