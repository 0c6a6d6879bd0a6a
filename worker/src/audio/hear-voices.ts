import type { Readable } from 'node:stream';
import type { Interval } from '@escuta/shared/domain/audio/audio-facts';
import type { PapelDaSentenca } from '@escuta/shared/domain/interview/confront/roles';
import { isCertain, readerByWords, type Voz } from '@escuta/shared/domain/interview/confront/voice-roles';
import pLimit from 'p-limit';
import { Thread } from '../thread.ts';
import { AudioError } from './audio-error.ts';
import { explainFailure, GLOBAL_ARGS, inputArgs, runFfmpeg } from './ffmpeg.ts';
import type { VoiceTask } from './voice-thread.ts';

/** Sample rate of the analysis, Hz: the telephone's rate suffices and halves the work. */
const RATE = 8000;
/** Greatest analysed length of a stretch, ms; limits the memory. */
const HEARD_MAX_MS = 15_000;
/** Handles one interview at a time, because each needs a whole core. */
const oneByOne = pLimit(1);

export type HearVoicesInput = {
  flacPath: string;
  /** Stretches of sound, sorted by start. */
  trechos: readonly Interval[];
  /** Role of each stretch's speaker by the words (rolesOf). */
  papeis: readonly PapelDaSentenca[];
  signal?: AbortSignal;
  timeoutMs: number;
  ffmpegPath?: string;
};

type Open = { indice: number; from: number; to: number; som: Int16Array };

/** Gives each stretch to `take`; only incomplete stretches stay in memory. */
async function cutStretches(
  stdout: Readable,
  trechos: readonly Interval[],
  take: (indice: number, som: Int16Array) => Promise<void>,
): Promise<void> {
  const sampleAt = (ms: number): number => Math.round((ms * RATE) / 1000);
  const ranges = trechos
    .map(({ startMs, endMs }, indice) => ({
      indice,
      from: sampleAt(startMs),
      to: sampleAt(Math.min(endMs, startMs + HEARD_MAX_MS)),
    }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  let open: Open[] = [];
  let next = 0;
  let position = 0;
  let odd: Buffer | null = null;
  for await (const piece of stdout as AsyncIterable<Buffer>) {
    const bytes: Buffer = odd ? Buffer.concat([odd, piece]) : piece;
    const count = bytes.length >> 1;
    odd = bytes.length % 2 === 0 ? null : Buffer.from(bytes.subarray(-1));
    const end = position + count;
    for (let range = ranges[next]; range && range.from < end; range = ranges[next]) {
      open.push({ ...range, som: new Int16Array(range.to - range.from) });
      next += 1;
    }
    for (const { from, to, som } of open)
      for (let at = Math.max(from, position); at < Math.min(to, end); at += 1)
        som[at - from] = bytes.readInt16LE((at - position) * 2);
    position = end;
    for (const { indice, to, som } of open) if (to <= position) await take(indice, som);
    open = open.filter(({ to }) => to > position);
  }
  for (const { indice, from, som } of open) await take(indice, som.slice(0, Math.max(0, position - from)));
}

async function hear(input: HearVoicesInput): Promise<Voz[]> {
  const { flacPath, trechos, papeis, signal, timeoutMs, ffmpegPath = 'ffmpeg' } = input;
  if (signal?.aborted) throw new AudioError('cancelado');
  const thread = new Thread<VoiceTask>(new URL('./voice-thread.ts', import.meta.url));
  const onAbort = () => void thread.end();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const outcome = await runFfmpeg({
      ffmpegPath,
      args: [
        ...[...GLOBAL_ARGS, '-loglevel', 'warning', ...inputArgs(flacPath)],
        ...['-map', '0:a:0', '-ac', '1', '-ar', String(RATE), '-f', 's16le', 'pipe:1'],
      ],
      signal,
      timeoutMs,
      consume: (stdout) =>
        cutStretches(stdout, trechos, async (indice, som) => {
          await thread.ask({ tipo: 'ouvir', indice, taxa: RATE, som }, [som.buffer as ArrayBuffer]);
        }),
    });
    if (outcome.exitCode !== 0) throw explainFailure(outcome);
    const antes = papeis.map((papel) => ({ leitora: readerByWords(papel), certa: isCertain(papel) }));
    return (await thread.ask({ tipo: 'julgar', antes })) as Voz[];
  } catch (error) {
    throw signal?.aborted ? new AudioError('cancelado', '', { cause: error }) : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await thread.end();
  }
}

/**
 * Scores each stretch from −1 (another voice) to 1 (the reader's voice); null if the sound cannot tell. Never stores
 * voice features.
 * @throws AudioError like `analyseAudio`; 'cancelado' if `signal` aborts
 */
export function hearVoices(input: HearVoicesInput): Promise<Voz[]> {
  if (!areVoicesOpen(input.papeis)) return Promise.resolve(input.papeis.map(() => null));
  return oneByOne(() => hear(input));
}

/**
 * True if the speakers of some sentences are uncertain, and a sentence surely spoken by the reader allows a comparison.
 */
export function areVoicesOpen(papeis: readonly PapelDaSentenca[]): boolean {
  return (
    papeis.some((papel) => !isCertain(papel)) &&
    papeis.some((papel) => isCertain(papel) && readerByWords(papel) > 0.5)
  );
}
