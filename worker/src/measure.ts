import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { measureLimitMs, measureRecording } from './audio/measure/measure-recording.ts';
import type { Lease } from './background/lease.ts';
import type { RowWork, Turn } from './background/loop.ts';
import { wishWork } from './background/wish.ts';
import { fetchFile, makeWorkDir } from './engine/work-dir.ts';
import { saveSound } from './signals/sounds-repo.ts';

type Unmeasured = Lease & {
  empresaId: string;
  projetoId: string;
  arquivoPath: string;
  arquivoTipo: string | null;
  status: 'pendente';
  /** 0 if the last measurement found no file or could not decode it; null: never measured. */
  gravacaoMs: 0 | null;
};

type Options = {
  db: Database;
  store: ObjectStore;
  env: WorkerEnv;
  publish: LivePublisher;
  isMyTurn?: Turn;
  /** Time limit for fetching and measuring, ms; by default enough for the longest accepted recording. */
  limitMs?: (recording: Pick<Unmeasured, 'arquivoPath'>) => number;
};

const NEVER = 'i.gravacao_ms is null';
/**
 * SQL condition for missing or undecodable recordings, measured again after 1 hour, then at doubling intervals for 3
 * days, because an operator may repair the storage. `updated_at`: time of the last measurement.
 */
const AGAIN = `i.gravacao_ms = 0 and coalesce(i.arquivo_recebido_em, i.created_at) > now() - interval '3 days'
  and i.updated_at < now() - greatest(interval '1 hour', i.updated_at - coalesce(i.arquivo_recebido_em, i.created_at))`;

const wishOf = (measured: string) => ({
  row: 'i',
  columns: `i.empresa_id AS "empresaId", i.projeto_id AS "projetoId", i.arquivo_path AS "arquivoPath",
    i.arquivo_tipo AS "arquivoTipo", i.status::text AS status, i.gravacao_ms AS "gravacaoMs"`,
  from: 'auditoria_itens i',
  where: `${measured} and i.arquivo_path is not null and i.tipo_item in ('entrevista', 'pesquisa')`,
  order: 'i.updated_at',
});

/**
 * Measures interviews' recordings, one at a time, because their decoded length determines the price. An undecodable
 * recording gets length 0; its processing refunds the credits.
 */
export function measuring(options: Options): RowWork<Unmeasured> {
  const { db, isMyTurn } = options;
  return wishWork<Unmeasured>({
    nome: 'medicao',
    db,
    pollMs: 5000,
    isMyTurn,
    atEnd: 'cut',
    leaseMs: 120_000,
    backoff: { firstMs: 15_000, maxMs: 15_000 },
    wishes: [wishOf(NEVER), wishOf(AGAIN)],
    run: async (item, { signal }) => {
      const { ms, words } = await measure(options, item, signal);
      await save(options, item, ms, words);
    },
  });
}

async function measure(
  { store, env, limitMs = () => measureLimitMs(env.AUDIO_MAX_MINUTES) }: Options,
  { arquivoPath, arquivoTipo: tipo }: Unmeasured,
  lost: AbortSignal,
): Promise<{ ms: number; words: Uint32Array | null }> {
  const timeoutMs = limitMs({ arquivoPath });
  // Limits the time, because a storage that never answers must not block other recordings.
  const signal = AbortSignal.any([lost, AbortSignal.timeout(timeoutMs)]);
  const folder = await makeWorkDir();
  const filePath = join(folder, 'original');
  try {
    await fetchFile(store, arquivoPath, filePath, signal);
    return await measureRecording({ filePath, tipo, signal, ffmpegPath: env.FFMPEG_PATH, timeoutMs });
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return { ms: 0, words: null };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Saves the length, unless another recording has been attached since. */
async function save(
  { db, publish }: Options,
  { id: itemId, empresaId, projetoId, arquivoPath, status, gravacaoMs }: Unmeasured,
  ms: number,
  words: Uint32Array | null,
): Promise<void> {
  const rowCount = await db.transaction(async (tx) => {
    const saved = await tx.query({
      name: 'measure_save',
      text: `update auditoria_itens set gravacao_ms = $3::int, call_duration = round($3::int / 1000.0),
        updated_at = now()
             where id = $1 and arquivo_path = $2 and coalesce(gravacao_ms, 0) = 0`,
      values: [itemId, arquivoPath, ms],
    });
    if (saved.rowCount && words) await saveSound(tx, itemId, arquivoPath, words);
    return saved.rowCount;
  });
  if (rowCount && ms !== gravacaoMs) publish([{ tipo: 'item', empresaId, projetoId, itemId, status }]);
}
