import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import { companyScope, INSTALACAO } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { discardStoredObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { COPY_TYPE, writeMoment } from '../audio/listening-copy.ts';
import { isUnmeasurable } from '../audio/measure/measure-audio.ts';
import { measureLimitMs } from '../audio/measure/measure-recording.ts';
import { waitAfter } from '../background/backoff.ts';
import { claimRows, type Lease, type LeasePlace } from '../background/lease.ts';
import type { RowWork, Turn } from '../background/loop.ts';
import { onLease } from '../background/wish.ts';
import { fetchFile } from '../engine/work-dir.ts';
import { inWorkDir, storeFileAs } from './local-files.ts';

/** Lease of a moment, ms: a dead worker's moment is free afterwards. */
const LEASE_MS = 120_000;
/** Backoff after failures, ms; after the last one the sound is given up. */
const BACKOFF = [5, 30, 120, 480, 1920].map((seconds) => seconds * 1000);
const ENDED_AT_ONCE = 500;

type Options = {
  db: Database;
  store: ObjectStore;
  env: Pick<WorkerEnv, 'AUDIO_MAX_MINUTES' | 'FFMPEG_PATH'>;
  isMyTurn?: Turn;
};

type Asked = Lease & {
  empresaId: string;
  chave: string;
  tipo: string | null;
  inicioMs: number;
  fimMs: number;
};

const PLACE: LeasePlace = {
  name: 'moment',
  table: 'momentos',
  id: { column: 'id', type: 'uuid' },
  ate: 'proxima_em',
  tentativas: 'tentativas',
  pending: `situacao = 'pendente'`,
};

/** Cuts the sounds of moments' links out of their recordings, one by one, from the rows of momentos. */
export function cuttingMoments(options: Options): RowWork<Asked> {
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
        await db.within(INSTALACAO).momento.updateMany({
          where: { id, situacao: 'pendente' },
          data: { situacao: 'falhou' },
        });
        return true;
      },
    }),
    nome: 'momentos',
    places: 1,
    pollMs: 15_000,
    isMyTurn,
    atEnd: 'cut',
    take: (free) =>
      claimRows<Asked>(
        db,
        PLACE,
        {
          columns: `empresa_id AS "empresaId", chave_original AS chave, tipo, inicio_ms AS "inicioMs", fim_ms AS "fimMs"`,
          order: 'proxima_em',
        },
        free,
        LEASE_MS,
      ),
    run: async (asked, { signal }) => {
      await cut(options, asked, signal);
      return 'feito';
    },
  };
}

async function cut(options: Options, asked: Asked, lost: AbortSignal): Promise<void> {
  const { store, env } = options;
  const { chave, tipo, inicioMs, fimMs } = asked;
  const timeoutMs = measureLimitMs(env.AUDIO_MAX_MINUTES);
  // Limits a store that hangs.
  const signal = AbortSignal.any([lost, AbortSignal.timeout(2 * timeoutMs)]);
  await inWorkDir(async (folder) => {
    const filePath = join(folder, 'original');
    const outPath = join(folder, 'momento.mp3');
    await fetchFile(store, chave, filePath, signal);
    const { FFMPEG_PATH: ffmpegPath } = env;
    await writeMoment({ filePath, tipo, outPath, inicioMs, fimMs, signal, timeoutMs, ffmpegPath });
    await keep(options, asked, outPath);
  });
}

/** Stores a moment's sound beside its recording, announced first; deleted if its link is gone. */
async function keep(options: Options, { id, empresaId, chave }: Asked, filePath: string): Promise<void> {
  const place = { empresaId, chave: `${chave}-${newId()}` };
  const stored = await storeFileAs(options, place, filePath, COPY_TYPE);
  await options.db.transaction(async (tx) => {
    const { count } = await tx.within(companyScope(empresaId)).momento.updateMany({
      where: { id, empresaId, situacao: 'pendente' },
      data: {
        situacao: 'pronto',
        chaveObjeto: stored.chave,
        tamanho: stored.tamanho,
        sha256: stored.sha256,
      },
    });
    if (count > 0) await withdrawObject(tx, stored.chave);
    else await discardStoredObject(tx, empresaId, stored.chave);
  });
}

/** Gives the sounds of expired links to deletion. The rows stay, to tell who had made them and how often they were heard. */
export async function endMoments(db: Database): Promise<void> {
  await db.query({
    name: 'moments_end',
    text: `with vencidos as (
             select id, empresa_id, chave_objeto as chave from momentos where situacao <> 'encerrado' and expira_em <= now()
             order by expira_em limit ${ENDED_AT_ONCE} for update skip locked
           ), encerrados as (
             update momentos m set situacao = 'encerrado', chave_objeto = null, tamanho = null, sha256 = null
             from vencidos v where m.id = v.id
           )
           insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
           select gen_random_uuid(), empresa_id, chave, now() from vencidos where chave is not null
           on conflict (chave) do update set apagar_em = now()`,
  });
}
