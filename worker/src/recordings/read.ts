import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '@escuta/prisma/db';
import { folderOf } from '@escuta/shared/domain/intake/kinds';
import { newId } from '@escuta/shared/platform/database/ids';
import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import { withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { LIMITES_ARQUIVO_LOTE } from '../reading/limits.ts';
import { assertMoreMayCome, extractEntries, listArchive } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import type { TaskContext } from '../tasks/task.ts';
import { countFiles, filesOf, holdBatch, type Lote, ofBatch } from './batch-repo.ts';
import { forgetArchive, inWorkDir, localArchive, restArchive, SUMIU } from './local-files.ts';
import { PartsReader } from './parts-reader.ts';
import { partsOf } from './parts-repo.ts';
import { type GravacaoLocal, type Tomada, takeRecording } from './take-recording.ts';

type Context = TaskContext<'ler_gravacoes'>;

/** Recordings are taken for so long in one step; then somebody may stop the task, or take their turn, ms. */
const STEP_MS = 5000;
/** Rows of a folder that one step asks for. */
const ROWS = 500;
/** Entries of an archive that are written down at once. */
const LISTED = 1000;

const pendingFiles = (db: Db, lote: Lote, limit: number) =>
  filesOf(db, lote).findMany({
    where: { ...ofBatch(lote), situacao: 'a_ler' },
    orderBy: { indice: 'asc' },
    select: { indice: true, nome: true, tamanho: true, inicio: true },
    take: limit,
  });

/** Writes down what became of a recording, once. */
async function saveTaken(
  tx: Db,
  lote: Lote,
  indice: number,
  taken: Tomada | { motivo: string },
): Promise<void> {
  const found = 'motivo' in taken ? null : taken;
  await tx.query({
    name: 'batch-taken',
    // Of which call it is, is found out once all of them are there.
    text: `UPDATE lote_gravacoes SET situacao = CASE WHEN $3::text IS NULL THEN 'orfa' ELSE 'recusada' END, motivo = $3, tipo = $4,
             tamanho = coalesce($5, tamanho), sha256 = $6, chave_objeto = $7, duracao_ms = $8
           WHERE lote_id = $1 AND indice = $2`,
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

async function keep(
  { db, task, save }: Context,
  lote: Lote,
  indice: number,
  feito: number,
  taken: Tomada | { motivo: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    // First: a worker whose task was taken over waits for nobody.
    await save(tx, { feito });
    await holdBatch(tx, task, 'lendo');
    await saveTaken(tx, lote, indice, taken);
  });
}

/** Goes on with what came in: some recordings more. @returns whether any were left to look at */
export async function readSome(context: Context, lote: Lote): Promise<boolean> {
  return lote.origem === 'pasta' ? readFolder(context, lote) : readArchive(context, lote);
}

/** A folder's files one after the other, each at its place in what came in. */
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

/** Ends a reading on purpose: the next step goes on. */
const ENOUGH = new Error('enough for one step');

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
    name: 'batch-kept',
    text: `SELECT coalesce(sum(tamanho), 0)::float8 AS guardado FROM lote_gravacoes WHERE lote_id = $1 AND chave_objeto IS NOT NULL`,
    values: [lote.id],
  });
  assertMoreMayCome(rows[0]?.guardado ?? 0, LIMITES_ARQUIVO_LOTE);
  await takeEntries(context, lote, new Map(pending.map(({ indice, nome }) => [indice, nome])));
  return true;
}

async function listEntries(context: Context, lote: Lote): Promise<void> {
  const { db, task, save, signal } = context;
  const path = await localArchive(context, lote);
  try {
    const entradas = await listArchive(
      { arquivo: path, nome: lote.nome },
      signal,
      LIMITES_ARQUIVO_LOTE,
      LIMITES_ARQUIVO_LOTE,
    );
    if (entradas.length === 0) throw new UnreadableError('O arquivo compactado não tem gravações.');
    await db.transaction(async (tx) => {
      await save(tx, {});
      await holdBatch(tx, task, 'lendo');
      for (let at = 0; at < entradas.length; at += LISTED) {
        await tx.query({
          name: 'batch-listed',
          text: `INSERT INTO lote_gravacoes (id, lote_id, empresa_id, indice, nome, tamanho, situacao, motivo)
                 SELECT g.id, $1, $2, g.indice, g.nome, g.tamanho, CASE WHEN g.motivo IS NULL THEN 'a_ler' ELSE 'recusada' END, g.motivo
                 FROM jsonb_to_recordset($3::jsonb) AS g (id uuid, indice int, nome text, tamanho bigint, motivo text)
                 ON CONFLICT (lote_id, indice) DO NOTHING`,
          values: [
            lote.id,
            lote.empresaId,
            JSON.stringify(entradas.slice(at, at + LISTED).map((one) => ({ id: newId(), ...one }))),
          ],
        });
      }
      await save(tx, await countFiles(tx, lote.id));
    });
  } finally {
    restArchive(task.id);
  }
}

/** @param nomes of the entries that are taken, by their place in the archive */
async function takeEntries(context: Context, lote: Lote, nomes: ReadonlyMap<number, string>): Promise<void> {
  const { task, signal, som } = context;
  const path = await localArchive(context, lote);
  // From the first one on: what lies before it in the archive may take long to be read over.
  let until: number | null = null;
  let { feito } = task;
  try {
    await inWorkDir(async (folder) => {
      const taking = extractEntries(
        { arquivo: path, nome: lote.nome },
        [...nomes.keys()],
        folder,
        async (entrada) => {
          until ??= performance.now() + STEP_MS;
          let taken: Tomada | { motivo: string };
          if ('motivo' in entrada) taken = { motivo: entrada.motivo };
          else {
            taken =
              entrada.tamanho > som.maxMb * 1024 * 1024
                ? { motivo: `Passa de ${som.maxMb} MB.` }
                : await look(context, lote, {
                    caminho: entrada.caminho,
                    nome: nomes.get(entrada.indice) ?? '',
                  });
            await rm(entrada.caminho, { force: true });
          }
          feito += 1;
          await keep(context, lote, entrada.indice, feito, taken);
          if (performance.now() > until) throw ENOUGH;
        },
        signal,
        LIMITES_ARQUIVO_LOTE,
        LIMITES_ARQUIVO_LOTE,
      );
      await taking.catch((error: unknown) => {
        if (error !== ENOUGH) throw error;
      });
    });
  } finally {
    restArchive(task.id);
  }
}
