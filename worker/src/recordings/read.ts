import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '@escuta/prisma/db';
import { folderOf } from '@escuta/shared/domain/intake/kinds';
import { newId } from '@escuta/shared/platform/database/ids';
import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import { withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { writeHeld } from '../intake/intake-repo.ts';
import { LIMITES_ARQUIVO_LOTE } from '../reading/limits.ts';
import { assertMoreMayCome } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import type { TaskContext } from '../tasks/task.ts';
import { entriesOf, STEP_MS, type Taken, takeEntries } from './archive.ts';
import { countFiles, filesOf, type Lote, ofBatch } from './batch-repo.ts';
import { forgetArchive, inWorkDir, SUMIU } from './local-files.ts';
import { PartsReader } from './parts-reader.ts';
import { partsOf } from './parts-repo.ts';
import { type GravacaoLocal, takeRecording } from './take-recording.ts';

type Context = TaskContext<'ler_gravacoes'>;

/** Files of a folder per step. */
const ROWS = 500;
const MIB = 1024 * 1024;
/** Archive entries per insert. */
const LISTED = 1000;

const pendingFiles = (db: Db, lote: Lote, limit: number) =>
  filesOf(db, lote).findMany({
    where: { ...ofBatch(lote), situacao: 'a_ler' },
    orderBy: { indice: 'asc' },
    select: { indice: true, nome: true, tamanho: true, inicio: true },
    take: limit,
  });

async function saveTaken(tx: Db, lote: Lote, indice: number, taken: Taken): Promise<void> {
  const found = 'motivo' in taken ? null : taken;
  await tx.query({
    name: 'batch_taken',
    // The recording gets its call when all recordings are known.
    text: `update lote_gravacoes set situacao = case when $3::text is null then 'orfa' else 'recusada' end, motivo = $3,
      tipo = $4,
             tamanho = coalesce($5, tamanho), sha256 = $6, chave_objeto = $7, duracao_ms = $8
           where lote_id = $1 and indice = $2`,
    values: [
      lote.id,
      indice,
      'motivo' in taken ? taken.motivo : null,
      found?.tipo ?? null,
      found?.tamanho ?? null,
      found?.sha256 ?? null,
      found?.chave ?? null,
      found?.ms ?? null,
    ],
  });
  if (found) await withdrawObject(tx, found.chave);
}

const placeOf = (lote: Lote) => ({ empresaId: lote.empresaId, pasta: folderOf('lote', lote.id) });
const look = (context: Context, lote: Lote, gravacao: GravacaoLocal) =>
  takeRecording(context, placeOf(lote), gravacao, { impressao: false });

const keep = (context: Context, lote: Lote, indice: number, feito: number, taken: Taken): Promise<void> =>
  writeHeld(context, 'lote', { estado: 'lendo', feito }, (tx) => saveTaken(tx, lote, indice, taken));

/** Reads more recordings. @returns false if none were left */
export async function readSome(context: Context, lote: Lote): Promise<boolean> {
  return lote.origem === 'pasta' ? readFolder(context, lote) : readArchive(context, lote);
}

async function readFolder(context: Context, lote: Lote): Promise<boolean> {
  const { db, store, task, signal } = context;
  const pending = await pendingFiles(db, lote, ROWS);
  if (pending.length === 0) return false;
  const { partes, tamanho } =
    lote.envioId === null ? { partes: [], tamanho: 0 } : await partsOf(db, lote.envioId);
  if (tamanho !== lote.tamanho) throw new UnreadableError(SUMIU);
  const reader = new PartsReader(store, partes);
  const until = performance.now() + STEP_MS;
  let { feito } = task;
  try {
    await inWorkDir(async (folder) => {
      const filePath = join(folder, 'gravacao');
      for (const { indice, nome, inicio, tamanho: length } of pending) {
        signal.throwIfAborted();
        const bytes = reader.bytes(Number(inicio), Number(length));
        await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(filePath), { signal });
        const taken = await look(context, lote, { caminho: filePath, nome });
        feito += 1;
        await keep(context, lote, indice, feito, taken);
        if (performance.now() > until) break;
      }
    });
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new UnreadableError(SUMIU);
    throw error;
  } finally {
    await reader.close();
  }
  return true;
}

async function readArchive(context: Context, lote: Lote): Promise<boolean> {
  const { db, task } = context;
  const { total } = await countFiles(db, lote.id);
  if (total === 0) {
    await listEntries(context, lote);
    return true;
  }
  const pending = await pendingFiles(db, lote, LIMITES_ARQUIVO_LOTE.entradas);
  if (pending.length === 0) {
    await forgetArchive(task.id);
    return false;
  }
  const { rows } = await db.query<{ guardado: number }>({
    name: 'batch_kept',
    text: `select coalesce(sum(tamanho), 0)::float8 as guardado from lote_gravacoes where lote_id = $1
      and chave_objeto is not null`,
    values: [lote.id],
  });
  assertMoreMayCome(rows[0]?.guardado ?? 0, LIMITES_ARQUIVO_LOTE);
  const { maxMb } = context.som;
  let { feito } = task;
  await takeEntries(context, lote, {
    nomes: new Map(pending.map(({ indice, nome }) => [indice, nome])),
    limits: LIMITES_ARQUIVO_LOTE,
    take: async (gravacao, tamanho) =>
      tamanho > maxMb * MIB ? { motivo: `O arquivo passa de ${maxMb} MB.` } : look(context, lote, gravacao),
    keep: async (indice, taken) => {
      feito += 1;
      await keep(context, lote, indice, feito, taken);
    },
  });
  return true;
}

async function listEntries(context: Context, lote: Lote): Promise<void> {
  const entradas = await entriesOf(context, lote, LIMITES_ARQUIVO_LOTE);
  await writeHeld(context, 'lote', { estado: 'lendo' }, async (tx) => {
    for (let at = 0; at < entradas.length; at += LISTED) {
      await tx.query({
        name: 'batch_listed',
        text: `insert into lote_gravacoes (id, lote_id, empresa_id, indice, nome, tamanho, situacao, motivo)
               select g.id, $1, $2, g.indice, g.nome, g.tamanho, case when g.motivo is null then 'a_ler'
                 else 'recusada' end, g.motivo
               from jsonb_to_recordset($3::jsonb) as g (id uuid, indice int, nome text, tamanho bigint, motivo text)
               on conflict (lote_id, indice) do nothing`,
        values: [
          lote.id,
          lote.empresaId,
          JSON.stringify(entradas.slice(at, at + LISTED).map((one) => ({ id: newId(), ...one }))),
        ],
      });
    }
    await context.save(tx, await countFiles(tx, lote.id));
  });
}
