import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { isUnmeasurable } from '../audio/measure/measure-audio.ts';
import { measureLimitMs } from '../audio/measure/measure-recording.ts';
import { waitAfter } from '../background/backoff.ts';
import { claimRows, type Lease, type LeasePlace } from '../background/lease.ts';
import type { RowWork, Turn } from '../background/loop.ts';
import { onLease } from '../background/wish.ts';
import { fetchFile } from '../engine/work-dir.ts';
import { inWorkDir } from './local-files.ts';

/** Lease of a row, ms. */
const LEASE_MS = 120_000;

export type SoundOptions = {
  db: Database;
  store: ObjectStore;
  env: Pick<WorkerEnv, 'AUDIO_MAX_MINUTES' | 'FFMPEG_PATH'>;
  isMyTurn?: Turn;
};

type SoundKind<Asked extends Lease> = {
  nome: RowWork<Asked>['nome'];
  /** The table of requests; the id or another column names the recording. */
  place: Pick<LeasePlace, 'name' | 'table' | 'id'>;
  /** SQL for further columns. */
  columns: string;
  /** Delay after each failed attempt, ms; the work is given up at the list's end. */
  backoff: readonly number[];
  fail: (asked: Asked) => Promise<void>;
  run: (asked: Asked, lost: AbortSignal) => Promise<void>;
};

/** Makes sounds from recordings, one by one. Each request is a row, so that another worker can take over. */
export function makingSounds<Asked extends Lease>(
  { db, isMyTurn }: SoundOptions,
  { nome, place: where, columns, backoff, fail, run }: SoundKind<Asked>,
): RowWork<Asked> {
  const place: LeasePlace = {
    ...where,
    ate: 'proxima_em',
    tentativas: 'tentativas',
    pending: `situacao = 'pendente'`,
  };
  return {
    ...onLease<Asked>({
      db,
      place: () => place,
      leaseMs: LEASE_MS,
      backoff,
      // Gives up at once on a sound that cannot be decoded; other failures may pass.
      giveUp: async (asked, error) => {
        if (!isUnmeasurable(error) && waitAfter(backoff, asked.tentativas) !== null) return false;
        await fail(asked);
        return true;
      },
    }),
    nome,
    places: 1,
    pollMs: 15_000,
    isMyTurn,
    atEnd: 'cut',
    take: (free) => claimRows<Asked>(db, place, { columns, order: 'proxima_em' }, free, LEASE_MS),
    run: async (asked, { signal }) => {
      await run(asked, signal);
      return 'feito';
    },
  };
}

type Files = {
  filePath: string;
  outPath: string;
  /** Aborts if the lease is lost or the storage does not answer. */
  signal: AbortSignal;
  timeoutMs: number;
  ffmpegPath: string;
};

/** Copies a recording into its own folder, in which `work` makes a sound. */
export function withRecording<T>(
  { store, env }: Pick<SoundOptions, 'store' | 'env'>,
  chave: string,
  lost: AbortSignal,
  work: (files: Files) => Promise<T>,
): Promise<T> {
  const timeoutMs = measureLimitMs(env.AUDIO_MAX_MINUTES);
  const signal = AbortSignal.any([lost, AbortSignal.timeout(2 * timeoutMs)]);
  return inWorkDir(async (folder) => {
    const filePath = join(folder, 'original');
    await fetchFile(store, chave, filePath, signal);
    return work({
      filePath,
      outPath: join(folder, 'som.mp3'),
      signal,
      timeoutMs,
      ffmpegPath: env.FFMPEG_PATH,
    });
  });
}
