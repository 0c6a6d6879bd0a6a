import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/sheet';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/node/object-store';
import type { Pool } from 'pg';
import { fetchFile, makeWorkDir } from '../engine/work-dir.ts';
import { openRows, type RowsReader } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { type Importacao, partsOf } from './import-repo.ts';

/** A file is waited for this long, and so much longer for each MiB, ms. */
const FETCH_MS = 60_000;
const FETCH_MS_PER_MIB = 1000;
/** Rows that nobody asks for any more are let go after this long, ms. */
const KEEP_MS = 60_000;
const SUMIU = 'O arquivo não está mais guardado. Envie-o de novo.';

type Where = { pool: Pool; store: ObjectStore; signal: AbortSignal };

/**
 * An import's file on this machine: its parts one after the other, or the object in which it is kept.
 * @throws UnreadableError where it is gone; the signal's reason; what the storage throws
 */
export async function fetchImportFile(
  { pool, store, signal }: Where,
  importacao: Importacao,
  filePath: string,
): Promise<void> {
  const until = AbortSignal.any([
    signal,
    AbortSignal.timeout(FETCH_MS + Math.ceil(importacao.tamanho / 1024 / 1024) * FETCH_MS_PER_MIB),
  ]);
  try {
    if (importacao.chaveObjeto !== null)
      return await fetchFile(store, importacao.chaveObjeto, filePath, until);
    const keys = importacao.envioId === null ? [] : await partsOf(pool, importacao.envioId);
    if (keys.length === 0) throw new UnreadableError(SUMIU);
    async function* bytes() {
      for (const key of keys) yield* (await store.get(key)) as AsyncIterable<Buffer>;
    }
    await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(filePath), {
      signal: until,
    });
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new UnreadableError(SUMIU);
    throw error;
  }
}

/** SHA-256 of a file of this machine, hex. */
export async function hashOf(filePath: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(filePath)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Rows as they were read, and what the taker makes of them. */
export type Batch<T> = { linhas: LinhaLida[]; made: T };

/** A task's rows: one reading process, kept between the task's steps in this process. */
type Source = {
  folder: string;
  reader: RowsReader;
  /** Rows that were read and not yet taken, and the number of the last that was taken. */
  ahead: LinhaLida[];
  last: number;
  /** The batch after it, which is read while the taker writes the one before. */
  next: Promise<Batch<unknown>> | null;
  timer: NodeJS.Timeout | null;
};
const sources = new Map<string, Source>();

async function openSource(where: Where, importacao: Importacao): Promise<Source> {
  const folder = await makeWorkDir();
  try {
    const arquivo = join(folder, 'planilha');
    await fetchImportFile(where, importacao, arquivo);
    return {
      folder,
      reader: openRows({ arquivo, nome: importacao.nome }),
      ahead: [],
      last: importacao.cabecalhoN ?? 0,
      next: null,
      timer: null,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function read<T>(source: Source, after: number, most: number, make: Make<T>): Promise<Batch<T>> {
  while (source.ahead.length < most) {
    const rows = await source.reader.next();
    if (!rows) break;
    for (const row of rows) if (row.n > after) source.ahead.push(row);
  }
  const linhas = source.ahead.splice(0, most);
  return { linhas, made: make(linhas) };
}

type Make<T> = (linhas: readonly LinhaLida[]) => T;

/**
 * The rows below an import's heading that follow row `after`, at most `most`; fewer at the end, none after it. Where the last taking was
 * somewhere else (another worker went on meanwhile), the file is read from its beginning. While the taker works with them, those that
 * follow are read.
 * @param make what is made of rows, of one task always by the same rules: it is done ahead, too
 */
export async function rowsAfter<T>(
  where: Where & { task: { id: string } },
  importacao: Importacao,
  after: number,
  { most, make }: { most: number; make: Make<T> },
): Promise<Batch<T>> {
  const { id } = where.task;
  const known = sources.get(id);
  if (known && known.last !== after) await closeRows(id);
  let source = sources.get(id);
  if (!source) {
    source = await openSource(where, importacao);
    sources.set(id, source);
  }
  if (source.timer) clearTimeout(source.timer);
  source.timer = null;
  let taken: Batch<T>;
  try {
    taken = (await (source.next ?? read(source, after, most, make))) as Batch<T>;
  } catch (error) {
    // Whoever tries again reads anew.
    await closeRows(id);
    throw error;
  }
  source.last = taken.linhas.at(-1)?.n ?? after;
  source.next = read(source, source.last, most, make);
  // Whoever asks for it hears of it; nobody may.
  source.next.catch(() => undefined);
  source.timer = setTimeout(() => void closeRows(id).catch(() => undefined), KEEP_MS).unref();
  return taken;
}

/** Ends a task's reading process. What a step took and could not write is read again. */
export async function closeRows(taskId: string): Promise<void> {
  const source = sources.get(taskId);
  if (!source) return;
  sources.delete(taskId);
  if (source.timer) clearTimeout(source.timer);
  source.reader.close();
  await rm(source.folder, { recursive: true, force: true });
}
