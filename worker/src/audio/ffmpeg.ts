import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { rawInputOf } from '@escuta/shared/domain/audio/raw-sound';
import { AudioError } from './audio-error.ts';

/** Accepted demuxers, without playlists (HLS, concat, DASH, SDP), which read other files. */
const FORMATS =
  'wav,w64,aiff,au,caf,mp3,aac,ogg,flac,mov,mp4,m4a,3gp,matroska,webm,asf,amr,avi,mpegts,mpeg,gsm,voc,qcp,dss,ilbc';

const STDERR_HEAD = 16_384;
const STDERR_TAIL = 16_384;

/**
 * Options with which ffmpeg opens only the sound of one local file, whatever its name or content.
 * @param tipo media type of sound without a header
 */
export function inputArgs(filePath: string, tipo: string | null = null): string[] {
  const raw = rawInputOf(tipo);
  const told = raw ? ['-f', raw.demuxer, ...(raw.rate === null ? [] : ['-ar', String(raw.rate)])] : [];
  const formats = raw ? raw.demuxer : FORMATS;
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    formats,
    ...told,
    '-i',
    `file:${filePath}`,
  ];
}

/** Options of every call: no messages, no keyboard input, one thread, because each core runs a separate call. */
export const GLOBAL_ARGS = [
  '-nostdin',
  '-hide_banner',
  '-nostats',
  '-y',
  '-filter_threads',
  '1',
  '-filter_complex_threads',
  '1',
  '-threads',
  '1',
];

/** Options for mono 16-bit FLAC at the sound's own rate, without tags. */
export function flacArgs(label: string, filePath: string): string[] {
  return [
    ...['-map', label, '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ...['-c:a', 'flac', '-sample_fmt', 's16', '-f', 'flac', `file:${filePath}`],
  ];
}

/**
 * Options that send 16-bit PCM as a WAV stream to this process. Without flushes, the pipe carries 32 kB at a time,
 * which halves the cost of reading.
 */
export function pcmPipeArgs(label: string): string[] {
  return [
    ...['-map', label, '-map_metadata', '-1', '-fflags', '+bitexact', '-flush_packets', '0'],
    ...['-c:a', 'pcm_s16le', '-f', 'wav', 'pipe:1'],
  ];
}

export interface FfmpegRun {
  ffmpegPath: string;
  args: string[];
  signal: AbortSignal | undefined;
  timeoutMs: number;
  /** Reads the standard output; an error kills ffmpeg and is thrown again. */
  consume: (stdout: Readable) => Promise<void>;
}

export interface FfmpegOutcome {
  /** Null if a signal from outside ended ffmpeg. */
  exitCode: number | null;
  stderr: string;
}

/**
 * Runs ffmpeg without a shell.
 * @throws AudioError ffmpeg_ausente, tempo_esgotado, cancelado, or the error of `consume`
 */
export async function runFfmpeg({
  ffmpegPath,
  args,
  signal,
  timeoutMs,
  consume,
}: FfmpegRun): Promise<FfmpegOutcome> {
  if (signal?.aborted) throw new AudioError('cancelado');
  const child = spawn(ffmpegPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Passes no other variables, because they contain secrets.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  let stop: AudioError | null = null;
  const end = (reason: AudioError) => {
    stop ??= reason;
    child.kill('SIGKILL');
  };
  const onAbort = () => end(new AudioError('cancelado'));
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => end(new AudioError('tempo_esgotado')), timeoutMs);

  let head = '';
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (head.length < STDERR_HEAD) head += text;
    else tail = (tail + text).slice(-STDERR_TAIL);
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT' || error.code === 'EACCES';
      reject(
        new AudioError(missing ? 'ffmpeg_ausente' : 'falha_interna', error.code ?? '', { cause: error }),
      );
    });
    child.once('close', resolve);
  });
  let failure: unknown;
  const consumed = consume(child.stdout).catch((error: unknown) => {
    failure = error;
    child.kill('SIGKILL');
  });
  try {
    const [exitCode] = await Promise.all([closed, consumed]);
    if (stop) throw stop;
    if (failure !== undefined) throw failure;
    return { exitCode, stderr: head + tail };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

export interface InputClaims {
  formato: string;
  codec: string;
  /** Sample rate, Hz; null if not stated. */
  rate: number | null;
  isMono: boolean;
  /** Duration by the header, ms, used only for comparison. */
  declaredMs: number | null;
}

export function parseClaims(stderr: string): InputClaims {
  const formato = /^Input #0, ([a-z0-9_]{1,32})/m.exec(stderr)?.[1] ?? 'desconhecido';
  const [, codec = 'desconhecido', details = ''] =
    /^ {2}Stream #0:\d+.*?: Audio: ([a-z0-9_]{1,32})([^\n]*)/m.exec(stderr) ?? [];
  const rate = /, (\d+) Hz/.exec(details)?.[1];
  const clock = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/m.exec(stderr);
  const declaredMs = clock
    ? Math.round((Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000)
    : null;
  return { formato, codec, rate: rate ? Number(rate) : null, isMono: /, mono\b/.test(details), declaredMs };
}

/** Lines that describe a fault, without personal data; at most 300 characters. */
function faultLines(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => /^\[[^\]]+\]|^Error|^Stream specifier|^Conversion failed/.test(line))
    .map((line) => line.replace(/ @ 0x[0-9a-f]+/, ''))
    .slice(-4)
    .join(' | ')
    .slice(0, 300);
}

export function explainFailure({ exitCode, stderr }: FfmpegOutcome): AudioError {
  const detail = faultLines(stderr);
  if (/No space left on device|Disk quota exceeded/.test(stderr)) {
    const cause = Object.assign(new Error('ffmpeg: no space left on device'), { code: 'ENOSPC' });
    return new AudioError('sem_espaco', detail, { cause });
  }
  if (exitCode === null) return new AudioError('falha_interna', detail || 'killed by a signal');
  if (/invalid sample rate/i.test(stderr)) return new AudioError('taxa_invalida', detail);
  if (/matches no streams|does not contain any stream/.test(stderr))
    return new AudioError('sem_faixa_de_audio', detail);
  if (exitCode === 0) return new AudioError('sem_amostras', detail);
  return new AudioError('formato_invalido', detail);
}

export interface DecoderDamage {
  truncated: boolean;
  short: number;
  undecoded: number;
}

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

export function findDamage(stderr: string): DecoderDamage {
  return {
    truncated: /partial file|ended prematurely|truncat/i.test(stderr),
    short: countOf(stderr, /corrupt input packet/gi),
    undecoded: countOf(
      stderr,
      /^.*(?:Error while decoding|Error submitting|Header missing|Invalid data found).*$/gm,
    ),
  };
}
