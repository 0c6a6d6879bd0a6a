import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { RATE } from './features.ts';

export class AudioIlegivelError extends Error {
  override name = 'AudioIlegivelError';
}

/** Longest decoded stretch, s. No sample is longer. */
export const DURACAO_MAXIMA_S = 180;

/** Bytes of a WAV file's usual head: RIFF, format, beginning of the data. */
const WAV_HEAD = 44;

/**
 * Reads a plain WAV file (one channel, 16 bits, 8 kHz) directly: utterances arrive in this format, and starting ffmpeg
 * takes ten times as long.
 * @returns null for any other file
 */
async function readPlainWav(file: string): Promise<Float32Array | null> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(WAV_HEAD);
    const { bytesRead } = await handle.read(head, 0, WAV_HEAD, 0);
    const isPlain =
      bytesRead === WAV_HEAD &&
      head.toString('latin1', 0, 4) === 'RIFF' &&
      head.toString('latin1', 8, 16) === 'WAVEfmt ' &&
      head.readUInt32LE(16) === 16 &&
      // Checks PCM, one channel, sample rate and bits per sample.
      head.readUInt16LE(20) === 1 &&
      head.readUInt16LE(22) === 1 &&
      head.readUInt32LE(24) === RATE &&
      head.readUInt16LE(34) === 16 &&
      head.toString('latin1', 36, 40) === 'data';
    if (!isPlain) return null;
    const most = Math.min(head.readUInt32LE(40), DURACAO_MAXIMA_S * RATE * 2);
    const pcm = Buffer.alloc(most);
    const { bytesRead: length } = await handle.read(pcm, 0, most, WAV_HEAD);
    return Float32Array.from({ length: length >> 1 }, (_, i) => pcm.readInt16LE(i * 2) / 32768);
  } finally {
    await handle.close();
  }
}

/**
 * Decodes a plain WAV file directly, any other file with ffmpeg.
 * @param channels `mono` mixes all channels; `stereo` gives two (a mono file's channel twice)
 * @returns an array per channel, 8 kHz, ±1, at most `DURACAO_MAXIMA_S`
 * @throws AudioIlegivelError if the file contains no sound
 */
export async function decodeAudio(
  file: string,
  channels: 'mono' | 'stereo',
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const plain = channels === 'mono' ? await readPlainWav(file) : null;
  if (plain) return [plain];
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
  // Copies the bytes, because two-byte numbers need an even address.
  const samples = new Int16Array(new Uint8Array(pcm).buffer, 0, pcm.length >> 1);
  const length = Math.floor(samples.length / count);
  return Array.from({ length: count }, (_, c) => {
    const out = new Float32Array(length);
    for (let i = 0; i < length; i++) out[i] = (samples[i * count + c] as number) / 32768;
    return out;
  });
}
