/** Recordings of a device, each with a header of its own, made into the interview's one recording. Constant memory. */
import { createWriteStream } from 'node:fs';
import { appendFile, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type LinhaDoMapa, mapRecordings, type Trecho } from '@escuta/shared/domain/interview/recording-map';
import { AudioError } from '../audio/audio-error.ts';
import { explainFailure, flacArgs, GLOBAL_ARGS, inputArgs, runFfmpeg } from '../audio/ffmpeg.ts';

/** What speech needs, and what every recogniser is given in the end. */
const TAXA = 16_000;
const BYTES_POR_MS = (TAXA * 2) / 1000;
/** Silence is written so many bytes at a time. */
const PEDACO = 64 * 1024;

export type Gravacao = {
  n: number;
  /** audio/webm, audio/mp4 or audio/ogg. */
  tipo: string;
  /** When it began by the interview's clock, ms. */
  monoMs: number;
};

export type Junta = {
  filePath: string;
  tipo: string;
  extensao: string;
  mapa: LinhaDoMapa[];
  /** Recordings that could not be read, with why in words. */
  perdidas: { n: number; motivo: string }[];
};

type Juntar = {
  workDir: string;
  gravacoes: readonly Gravacao[];
  /** Writes a recording's bytes, as far as they are here without a gap, to a file. */
  fetch: (n: number, filePath: string) => Promise<void>;
  tempos: { primeiraPerguntaMs: number | null; fimMs: number };
  ffmpegPath: string;
  timeoutMs: number;
  signal: AbortSignal;
};

const REMUX: Record<string, { extensao: string; args: string[] }> = {
  'audio/webm': { extensao: 'webm', args: ['-f', 'webm'] },
  'audio/ogg': { extensao: 'ogg', args: ['-f', 'ogg'] },
  'audio/mp4': { extensao: 'm4a', args: ['-movflags', '+faststart', '-f', 'mp4'] },
};

const nothing = async (stdout: Readable) => {
  stdout.resume();
};

/**
 * Decodes a recording by itself and appends its samples to a file of mono PCM. @returns its length, ms, and its channels
 * @throws AudioError
 */
async function append(
  { ffmpegPath, timeoutMs, signal }: Juntar,
  filePath: string,
  pcmPath: string,
): Promise<{ duracaoMs: number; isMono: boolean }> {
  const from = await sizeOf(pcmPath);
  const outcome = await runFfmpeg({
    ffmpegPath,
    args: [
      ...GLOBAL_ARGS,
      ...['-loglevel', 'info'],
      ...inputArgs(filePath),
      ...['-map', '0:a:0', '-map_metadata', '-1', '-ac', '1', '-ar', String(TAXA)],
      ...['-flush_packets', '0', '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
    ],
    signal,
    timeoutMs,
    consume: (stdout) => pipeline(stdout, createWriteStream(pcmPath, { flags: 'a' })),
  });
  const bytes = (await sizeOf(pcmPath)) - from;
  if (bytes === 0) throw explainFailure(outcome);
  const isMono = /Stream #0:\d+.*?: Audio: [^\n]*, mono/.test(outcome.stderr);
  return { duracaoMs: Math.round(bytes / BYTES_POR_MS), isMono };
}

async function sizeOf(filePath: string): Promise<number> {
  return (await stat(filePath).catch(() => null))?.size ?? 0;
}

async function appendSilence(pcmPath: string, ms: number): Promise<void> {
  for (let left = Math.round(ms * BYTES_POR_MS) & ~1; left > 0; left -= PEDACO) {
    await appendFile(pcmPath, Buffer.alloc(Math.min(left, PEDACO)));
  }
}

/** Gives one recording the length and the places to seek to that a recorder in a browser does not write, its sound as it is. @throws AudioError */
async function remux(
  { ffmpegPath, timeoutMs, signal, workDir }: Juntar,
  filePath: string,
  { extensao, args }: { extensao: string; args: string[] },
): Promise<string> {
  const out = join(workDir, `inteira.${extensao}`);
  const outcome = await runFfmpeg({
    ffmpegPath,
    args: [
      ...GLOBAL_ARGS,
      ...['-loglevel', 'warning'],
      ...inputArgs(filePath),
      ...[
        '-map',
        '0:a:0',
        '-map_metadata',
        '-1',
        '-map_chapters',
        '-1',
        '-c',
        'copy',
        ...args,
        `file:${out}`,
      ],
    ],
    signal,
    timeoutMs,
    consume: nothing,
  });
  if (outcome.exitCode !== 0 || (await sizeOf(out)) === 0) throw explainFailure(outcome);
  return out;
}

/** @throws AudioError */
async function encode({ ffmpegPath, timeoutMs, signal, workDir }: Juntar, pcmPath: string): Promise<string> {
  const out = join(workDir, 'junta.flac');
  const raw = ['-f', 's16le', '-ar', String(TAXA), '-ac', '1', '-i', `file:${pcmPath}`];
  const outcome = await runFfmpeg({
    ffmpegPath,
    args: [...GLOBAL_ARGS, '-loglevel', 'warning', ...raw, ...flacArgs('0:a:0', out)],
    signal,
    timeoutMs,
    consume: nothing,
  });
  if (outcome.exitCode !== 0 || (await sizeOf(out)) === 0) throw explainFailure(outcome);
  return out;
}

const isForGood = (error: unknown): error is AudioError => error instanceof AudioError && !error.retryable;

/**
 * Makes one recording of several: each is decoded by itself (to put their bytes together would break their clocks) and they are joined as
 * FLAC, mono, 16 kHz, with a little silence where nothing was recorded. One alone keeps its sound as it was recorded. What cannot be read
 * is left out and said; null where nothing can be.
 * @throws AudioError that may pass by itself, and what `fetch` throws
 */
export async function joinRecordings(
  juntar: Juntar,
): Promise<Junta | { filePath: null; perdidas: Junta['perdidas'] }> {
  const { workDir, gravacoes, tempos } = juntar;
  const pcmPath = join(workDir, 'junta.pcm');
  const rawPath = join(workDir, 'gravacao');
  const perdidas: Junta['perdidas'] = [];
  const trechos: Trecho[] = [];
  let alone: { isMono: boolean; tipo: string } | null = null;
  for (const { n, tipo, monoMs } of gravacoes) {
    const piece = join(workDir, 'trecho.pcm');
    await rm(piece, { force: true });
    await juntar.fetch(n, rawPath);
    try {
      const { duracaoMs, isMono } = await append(juntar, rawPath, piece);
      trechos.push({ n, monoMs, duracaoMs });
      alone = gravacoes.length === 1 ? { isMono, tipo } : null;
    } catch (error) {
      if (!isForGood(error)) throw error;
      perdidas.push({ n, motivo: error.mensagem });
      continue;
    }
    // The silence before it depends on where it begins: known now.
    const linha = mapRecordings(trechos, tempos).find((one) => one.n === n && one.duracaoMs > 0);
    await appendSilence(pcmPath, linha?.silencioMs ?? 0);
    await concat(piece, pcmPath);
  }
  if (trechos.length === 0) return { filePath: null, perdidas };
  const mapa = mapRecordings(trechos, tempos);
  const kept = alone?.isMono ? REMUX[alone.tipo] : undefined;
  if (alone && kept) {
    try {
      const filePath = await remux(juntar, rawPath, kept);
      return { filePath, tipo: alone.tipo, extensao: kept.extensao, mapa, perdidas };
    } catch (error) {
      // What it says to be it is not, or it breaks off: its sound is there all the same.
      if (!isForGood(error)) throw error;
    }
  }
  return { filePath: await encode(juntar, pcmPath), tipo: 'audio/flac', extensao: 'flac', mapa, perdidas };
}

async function concat(from: string, to: string): Promise<void> {
  const source = await open(from, 'r');
  try {
    await pipeline(source.createReadStream({ autoClose: false }), createWriteStream(to, { flags: 'a' }));
  } finally {
    await source.close();
  }
}
