import { createWriteStream } from 'node:fs';
import { appendFile, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type LinhaDoMapa,
  mapRecordings,
  type Trecho,
} from '@escuta/shared/domain/interview/device/recording-map';
import { enumerate } from '@escuta/shared/domain/text/in-words';
import { AudioError } from '../audio/audio-error.ts';
import { explainFailure, flacArgs, GLOBAL_ARGS, inputArgs, runFfmpeg } from '../audio/ffmpeg.ts';
import { afterHole, readHead } from './after-hole.ts';

/** Sample rate of the joined recording, Hz; enough for every speech recogniser. */
const TAXA = 16_000;
const BYTES_POR_MS = (TAXA * 2) / 1000;
const PEDACO = 64 * 1024;

export type Gravacao = {
  n: number;
  /** audio/webm, audio/mp4 or audio/ogg. */
  tipo: string;
  /** Start on the interview's clock, ms. */
  monoMs: number;
  /** Numbers of received parts, in runs between missing ones. */
  trechos: readonly (readonly number[])[];
};

export type Junta = {
  filePath: string;
  tipo: string;
  extensao: string;
  mapa: LinhaDoMapa[];
  perdidas: Perdida[];
};

/** A recording not fully joined, and the reason for people; its parts are kept. `inteira`: nothing was joined. */
export type Perdida = { n: number; motivo: string; inteira: boolean };

type Juntar = {
  workDir: string;
  gravacoes: readonly Gravacao[];
  fetch: (n: number, partes: readonly number[], filePath: string) => Promise<void>;
  tempos: { primeiraPerguntaMs: number | null; fimMs: number };
  ffmpegPath: string;
  timeoutMs: number;
  /** Greatest length of joined sound, ms; limited, because a few bytes can decode to days of sound. */
  limiteMs: number;
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

type Lido = { duracaoMs: number; isMono: boolean; comecoMs: number };

/**
 * Decodes sound into a file of mono PCM.
 * @returns the sound's length and its start within the recording, ms
 * @throws AudioError; `duracao_excedida` if the sound exceeds `limiteMs`
 */
async function decode(
  { ffmpegPath, timeoutMs, signal }: Juntar,
  { filePath, pcmPath, limiteMs }: { filePath: string; pcmPath: string; limiteMs: number },
): Promise<Lido> {
  const outcome = await runFfmpeg({
    ffmpegPath,
    args: [
      ...GLOBAL_ARGS,
      ...['-loglevel', 'info'],
      ...inputArgs(filePath),
      ...['-map', '0:a:0', '-map_metadata', '-1', '-ac', '1', '-ar', String(TAXA)],
      ...['-t', `${limiteMs + 1}ms`, '-flush_packets', '0', '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
    ],
    signal,
    timeoutMs,
    consume: (stdout) => pipeline(stdout, createWriteStream(pcmPath)),
  });
  const bytes = await sizeOf(pcmPath);
  if (bytes === 0) throw explainFailure(outcome);
  const duracaoMs = Math.round(bytes / BYTES_POR_MS);
  if (duracaoMs > limiteMs) throw new AudioError('duracao_excedida');
  const isMono = /Stream #0:\d+.*?: Audio: [^\n]*, mono/.test(outcome.stderr);
  const start = /^ {2}Duration: [^\n]*?, start: (\d+\.\d+)/m.exec(outcome.stderr);
  return { duracaoMs, isMono, comecoMs: Math.round(Number(start?.[1] ?? 0) * 1000) };
}

async function sizeOf(filePath: string): Promise<number> {
  return (await stat(filePath).catch(() => null))?.size ?? 0;
}

async function appendSilence(pcmPath: string, ms: number): Promise<void> {
  for (let left = Math.round(ms * BYTES_POR_MS) & ~1; left > 0; left -= PEDACO) {
    await appendFile(pcmPath, Buffer.alloc(Math.min(left, PEDACO)));
  }
}

/** Adds length and seek index, which browsers omit, without decoding. @throws AudioError */
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

/** Encodes mono PCM as FLAC. @throws AudioError */
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

/** Names parts missing between received parts: 'faltam as partes 3, 5 a 7 e 9'. */
function holesOf(trechos: Gravacao['trechos']): string {
  const holes = trechos.flatMap((trecho, index) => {
    const from = (trechos[index - 1]?.at(-1) ?? 0) + 1;
    const to = (trecho[0] ?? 1) - 1;
    return to < from ? [] : [from === to ? String(from) : `${from} a ${to}`];
  });
  if (holes.length === 0) return '';
  const isOne = holes.length === 1 && /^\d+$/.test(holes[0] ?? '');
  return `${isOne ? 'falta a parte' : 'faltam as partes'} ${enumerate(holes)}`;
}

/**
 * Decodes each run of a recording's parts, and passes the readable runs on.
 * @returns a text about the parts that the joined recording lacks
 * @throws temporary AudioErrors, and the errors of `fetch`
 */
async function readRecording(
  juntar: Juntar,
  { n, tipo, trechos }: Gravacao,
  { limiteMs, take }: { limiteMs: () => number; take: (lido: Lido, pcmPath: string) => Promise<void> },
): Promise<Perdida | null> {
  const rawPath = join(juntar.workDir, 'gravacao');
  const laterPath = join(juntar.workDir, 'depois');
  const pcmPath = join(juntar.workDir, 'trecho.pcm');
  const holes = holesOf(trechos);
  const lacks = `Da gravação ${n} ${holes}, que o aparelho não enviou.`;
  if (trechos[0]?.[0] !== 1) {
    return { n, inteira: true, motivo: `${lacks} Sem o começo, ela não pode ser lida.` };
  }
  const unread: string[] = [];
  let head: Buffer | null = null;
  for (const [index, partes] of trechos.entries()) {
    await juntar.fetch(n, partes, index === 0 ? rawPath : laterPath);
    if (index === 0 && trechos.length > 1) head = await readHead(rawPath, tipo);
    const filePath = index === 0 ? rawPath : join(juntar.workDir, 'depois-da-falta');
    const desde = index === 0 ? '' : `O conteúdo a partir da parte ${partes[0]} não pôde ser lido. `;
    if (index > 0 && !(head && (await afterHole(laterPath, filePath, { tipo, head })))) {
      unread.push(`${desde}Nenhum trecho inteiro foi encontrado.`);
      continue;
    }
    try {
      await take(await decode(juntar, { filePath, pcmPath, limiteMs: limiteMs() }), pcmPath);
    } catch (error) {
      if (!isForGood(error)) throw error;
      if (index === 0) {
        const motivo = `A gravação ${n} não pôde ser lida. ${error.mensagem}`;
        return { n, inteira: true, motivo: holes === '' ? motivo : `${lacks} ${motivo}` };
      }
      unread.push(`${desde}${error.mensagem}`);
    }
  }
  return holes === '' ? null : { n, inteira: false, motivo: [lacks, ...unread].join(' ') };
}

/**
 * Joins recordings in constant memory: decodes each separately (concatenated files would have wrong times) into FLAC,
 * mono, 16 kHz. A single recording keeps its encoding. Reports unreadable sound; makes no file if all is unreadable.
 * @throws temporary AudioErrors, and the errors of `fetch`
 */
export async function joinRecordings(
  juntar: Juntar,
): Promise<Junta | { filePath: null; perdidas: Perdida[] }> {
  const { workDir, gravacoes, tempos } = juntar;
  const pcmPath = join(workDir, 'junta.pcm');
  const perdidas: Perdida[] = [];
  const trechos: Trecho[] = [];
  const ends = Date.now() + juntar.timeoutMs;
  const within = (): Juntar => ({ ...juntar, timeoutMs: Math.max(1, ends - Date.now()) });
  const limiteMs = () => juntar.limiteMs - trechos.reduce((sum, { duracaoMs }) => sum + duracaoMs, 0);
  let isMono = false;
  for (const gravacao of gravacoes) {
    const take = async (lido: Lido, piece: string) => {
      // The first sound's time shows by how much the recorder started late.
      const somMs = trechos.some((one) => one.gravacao === gravacao.n) ? lido.comecoMs : 0;
      const { duracaoMs } = lido;
      trechos.push({ gravacao: gravacao.n, somMs, monoMs: gravacao.monoMs + somMs, duracaoMs });
      isMono = lido.isMono;
      // The length of the silence before a piece depends on the piece's start.
      const linha = mapRecordings(trechos, tempos)[trechos.length - 1];
      await appendSilence(pcmPath, linha?.silencioMs ?? 0);
      await concat(piece, pcmPath);
    };
    const perdida = await readRecording(within(), gravacao, { limiteMs, take });
    if (perdida) perdidas.push(perdida);
  }
  if (trechos.length === 0) return { filePath: null, perdidas };
  const mapa = mapRecordings(trechos, tempos);
  const [alone] = gravacoes.length === 1 && perdidas.length === 0 && isMono ? gravacoes : [];
  const kept = alone && REMUX[alone.tipo];
  if (alone && kept) {
    try {
      const filePath = await remux(within(), join(workDir, 'gravacao'), kept);
      return { filePath, tipo: alone.tipo, extensao: kept.extensao, mapa, perdidas };
    } catch (error) {
      // Decodes and encodes a single recording that cannot be rewritten because of its format or a broken end.
      if (!isForGood(error)) throw error;
    }
  }
  return { filePath: await encode(within(), pcmPath), tipo: 'audio/flac', extensao: 'flac', mapa, perdidas };
}

async function concat(from: string, to: string): Promise<void> {
  const source = await open(from, 'r');
  try {
    await pipeline(source.createReadStream({ autoClose: false }), createWriteStream(to, { flags: 'a' }));
  } finally {
    await source.close();
  }
}
