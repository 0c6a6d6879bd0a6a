import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Db } from '@escuta/prisma/db';
import { companyScope, INSTALACAO } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { discardStoredObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { COPY_TYPE, writeListeningCopy } from '../audio/listening-copy.ts';
import { isUnmeasurable } from '../audio/measure/measure-audio.ts';
import { measureLimitMs } from '../audio/measure/measure-recording.ts';
import { waitAfter } from '../background/backoff.ts';
import { claimRows, type Lease, type LeasePlace } from '../background/lease.ts';
import type { RowWork, Turn } from '../background/loop.ts';
import { onLease } from '../background/wish.ts';
import { fetchFile, makeWorkDir } from '../engine/work-dir.ts';
import { storeFileAs } from './local-files.ts';

/** Lease of a copy, ms: a dead worker's copy is free afterwards. */
const LEASE_MS = 120_000;
/** Backoff after failures, ms; after the last one the copy is given up. */
const BACKOFF = [30, 60, 120, 240, 480, 960, 1920].map((seconds) => seconds * 1000);

type Options = {
  db: Database;
  store: ObjectStore;
  env: Pick<WorkerEnv, 'AUDIO_MAX_MINUTES' | 'FFMPEG_PATH'>;
  log: Logger;
  isMyTurn?: Turn;
};

type Asked = Lease & { empresaId: string; tipo: string | null };

/** A copy's id is its recording's key. */
const PLACE: LeasePlace = {
  name: 'copy',
  table: 'copias_escuta',
  id: { column: 'chave_original', type: 'text' },
  ate: 'proxima_em',
  tentativas: 'tentativas',
  pending: `situacao = 'pendente'`,
};

/**
 * Makes copies of recordings that browsers cannot play, one by one, from the rows of copias_escuta. The original stays
 * unchanged. Rows hold the requests, so that a dead worker's copy falls to another.
 */
export function copying(options: Options): RowWork<Asked> {
  const { db, isMyTurn } = options;
  return {
    ...onLease<Asked>({
      db,
      place: () => PLACE,
      leaseMs: LEASE_MS,
      backoff: BACKOFF,
      // An undecodable sound never recovers; a missing one or another failure may.
      giveUp: async ({ id, tentativas }, error) => {
        if (!isUnmeasurable(error) && waitAfter(BACKOFF, tentativas) !== null) return false;
        await settle(db, id, 'falhou');
        return true;
      },
    }),
    nome: 'copias',
    places: 1,
    pollMs: 15_000,
    isMyTurn,
    atEnd: 'cut',
    take: (free) =>
      claimRows<Asked>(
        db,
        PLACE,
        { columns: 'empresa_id AS "empresaId", tipo', order: 'proxima_em' },
        free,
        LEASE_MS,
      ),
    run: async (asked, { signal }) => {
      await make(options, asked, signal);
      return 'feito';
    },
  };
}

async function make(
  options: Options,
  { id: chave, empresaId, tipo }: Asked,
  lost: AbortSignal,
): Promise<void> {
  const { db, store, env } = options;
  const timeoutMs = measureLimitMs(env.AUDIO_MAX_MINUTES);
  // Limits a store that hangs.
  const signal = AbortSignal.any([lost, AbortSignal.timeout(2 * timeoutMs)]);
  const folder = await makeWorkDir();
  try {
    const filePath = join(folder, 'original');
    const outPath = join(folder, 'copia.mp3');
    await fetchFile(store, chave, filePath, signal);
    const made = await writeListeningCopy({
      filePath,
      tipo,
      outPath,
      maxMinutos: env.AUDIO_MAX_MINUTES,
      signal,
      timeoutMs,
      ffmpegPath: env.FFMPEG_PATH,
    });
    if (made) await keep(options, { chave, empresaId }, outPath);
    else await settle(db, chave, 'dispensada');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores a copy beside its recording, announced first; deleted if the recording is gone. */
async function keep(
  options: Options,
  { chave, empresaId }: { chave: string; empresaId: string },
  filePath: string,
): Promise<void> {
  const place = { empresaId, chave: `${chave}-${newId()}` };
  const stored = await storeFileAs(options, place, filePath, COPY_TYPE);
  await options.db.transaction(async (tx) => {
    const { count } = await tx.within(companyScope(empresaId)).copiaEscuta.updateMany({
      where: { chaveOriginal: chave, empresaId, situacao: 'pendente' },
      data: {
        situacao: 'pronta',
        chaveObjeto: stored.chave,
        tamanho: stored.tamanho,
        sha256: stored.sha256,
      },
    });
    if (count > 0) await withdrawObject(tx, stored.chave);
    else await discardStoredObject(tx, empresaId, stored.chave);
  });
}

async function settle(db: Db, chaveOriginal: string, situacao: 'dispensada' | 'falhou'): Promise<void> {
  await db.within(INSTALACAO).copiaEscuta.updateMany({
    where: { chaveOriginal, situacao: 'pendente' },
    data: { situacao },
  });
}
