import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@escuta/prisma/db';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import { newId } from '@escuta/shared/platform/database/ids';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { fetchFile, makeWorkDir } from '../engine/work-dir.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import type { TaskContext } from '../tasks/task.ts';
import { partsOf } from './parts-repo.ts';

/** Time limit for fetching a file, ms, plus FETCH_MS_PER_MIB for each MiB. */
const FETCH_MS = 60_000;
const FETCH_MS_PER_MIB = 1000;
const MIB = 1024 * 1024;
/** Unused time after which a local copy is deleted, ms. */
const KEEP_MS = 5 * 60_000;

export const SUMIU = 'O arquivo não existe mais. Envie-o de novo.';

type Where = Pick<TaskContext<TipoTarefa>, 'db' | 'store' | 'signal'>;

/** A received file: an upload with its parts, or a stored object. */
export type ArquivoVindo = { tamanho: number; envioId: string | null; chaveObjeto: string | null };

/**
 * Fetches a received file to local disk.
 * @throws UnreadableError if missing or incomplete; the signal's reason; the storage's errors
 */
export async function fetchFileOf(
  { db, store, signal }: Where,
  arquivo: ArquivoVindo,
  filePath: string,
): Promise<void> {
  const until = AbortSignal.any([
    signal,
    AbortSignal.timeout(FETCH_MS + Math.ceil(arquivo.tamanho / MIB) * FETCH_MS_PER_MIB),
  ]);
  try {
    if (arquivo.chaveObjeto !== null) return await fetchFile(store, arquivo.chaveObjeto, filePath, until);
    const { partes, tamanho } =
      arquivo.envioId === null ? { partes: [], tamanho: 0 } : await partsOf(db, arquivo.envioId);
    if (partes.length === 0 || tamanho !== arquivo.tamanho) throw new UnreadableError(SUMIU);
    async function* bytes() {
      for (const { chave } of partes) yield* (await store.get(chave)) as AsyncIterable<Buffer>;
    }
    await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(filePath), {
      signal: until,
    });
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new UnreadableError(SUMIU);
    throw error;
  }
}

export async function inWorkDir<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeWorkDir();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A stored object, scheduled for deletion until a row refers to it. */
export type Stored = { chave: string; sha256: string; tamanho: number };

/** Stores a local file as a company's object, scheduled for deletion until a row refers to it. */
export async function storeFileAs(
  { db, store }: { db: Database; store: ObjectStore },
  { empresaId, chave }: { empresaId: string; chave: string },
  filePath: string,
  contentType: string,
): Promise<Stored> {
  await announceObject(db, empresaId, chave);
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of createReadStream(filePath)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  }
  const { size } = await store.put(chave, Readable.from(hashed(), { objectMode: false }), { contentType });
  return { chave, sha256: hash.digest('hex'), tamanho: size };
}

/** Like `storeFileAs`, under a new key in the company's folder `pasta`. */
export const storeFile = (
  where: { db: Database; store: ObjectStore },
  { empresaId, pasta }: { empresaId: string; pasta: string },
  filePath: string,
  contentType: string,
): Promise<Stored> =>
  storeFileAs(where, { empresaId, chave: `${empresaId}/${pasta}/${newId()}` }, filePath, contentType);

type Kept = { folder: string; envioId: string | null; timer: NodeJS.Timeout | null };
const kept = new Map<string, Kept>();

/** Fetches a task's archive once for all its steps. */
export async function localArchive(
  context: Where & { task: { id: string } },
  arquivo: ArquivoVindo,
): Promise<string> {
  const { id } = context.task;
  const found = kept.get(id);
  if (found && found.envioId === arquivo.envioId) {
    if (found.timer) clearTimeout(found.timer);
    found.timer = null;
    return join(found.folder, 'arquivo');
  }
  await forgetArchive(id);
  const folder = await makeWorkDir();
  try {
    await fetchFileOf(context, arquivo, join(folder, 'arquivo'));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  kept.set(id, { folder, envioId: arquivo.envioId, timer: null });
  return join(folder, 'arquivo');
}

/** Lets a task's local archive expire after KEEP_MS, because another worker may run the next step. */
export function restArchive(taskId: string): void {
  const found = kept.get(taskId);
  if (!found) return;
  if (found.timer) clearTimeout(found.timer);
  found.timer = setTimeout(() => void forgetArchive(taskId).catch(() => undefined), KEEP_MS).unref();
}

export async function forgetArchive(taskId: string): Promise<void> {
  const found = kept.get(taskId);
  if (!found) return;
  kept.delete(taskId);
  if (found.timer) clearTimeout(found.timer);
  await rm(found.folder, { recursive: true, force: true });
}
