import { spawn } from 'node:child_process';
import { RATE } from './features.ts';

/** The recording could not be read as sound. */
export class AudioIlegivelError extends Error {
  override name = 'AudioIlegivelError';
}

/** Longest stretch that is decoded, s. No sample is longer, so that anything beyond is unknown anyway. */
export const DURACAO_MAXIMA_S = 180;

/**
 * Decodes a file with ffmpeg.
 *
 * @param channels `mono` mixes all channels into one; `split` gives the first two apart (a mono file gives one).
 * @returns One array per channel, 8 kHz, ±1, at most `DURACAO_MAXIMA_S`.
 * @throws AudioIlegivelError when ffmpeg finds no sound in it.
 */
export async function decodeAudio(
  file: string,
  channels: 'mono' | 'stereo',
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const count = channels === 'mono' ? 1 : 2;
  const args = [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostdin',
    '-threads',
    '1',
    '-protocol_whitelist',
    'file,pipe',
  ];
  args.push('-i', `file:${file}`, '-map', '0:a:0', '-t', String(DURACAO_MAXIMA_S), '-ac', String(count));
  args.push('-ar', String(RATE), '-f', 's16le', 'pipe:1');
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'], ...(signal && { signal }) });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new AudioIlegivelError('o ffmpeg não conseguiu ler o áudio');
  const pcm = Buffer.concat(chunks);
  // In its own memory, where numbers of two bytes begin at an even place.
  const samples = new Int16Array(new Uint8Array(pcm).buffer, 0, pcm.length >> 1);
  const length = Math.floor(samples.length / count);
  return Array.from({ length: count }, (_, c) => {
    const out = new Float32Array(length);
    for (let i = 0; i < length; i++) out[i] = (samples[i * count + c] as number) / 32768;
    return out;
  });
}
