import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@escuta/prisma/db';
import { type Grupos, legIndexOf } from '@escuta/shared/domain/call-sheet/leg-index';
import type { RowReader } from '@escuta/shared/domain/call-sheet/row';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { fetchFile, makeWorkDir } from '../engine/work-dir.ts';
import { openRows, type RowsReader } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { type Importacao, partsOf } from './import-repo.ts';
import { whileWanted } from './while-wanted.ts';

/** A file is waited for this long, and so much longer for each MiB, ms. */
const FETCH_MS = 60_000;
const FETCH_MS_PER_MIB = 1000;
/** Rows that nobody asks for any more are let go after this long, ms. */
const KEEP_MS = 60_000;
const SUMIU = 'O arquivo não existe mais. Envie-o de novo.';

type Where = { db: Database; store: ObjectStore; signal: AbortSignal };

/**
 * An import's file on this machine: its parts one after the other, or the object in which it is kept.
 * @throws UnreadableError where it is gone; the signal's reason; what the storage throws
 */
export async function fetchImportFile(
  { db, store, signal }: Where,
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
    const keys = importacao.envioId === null ? [] : await partsOf(db, importacao.envioId);
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

/** How many rows were read, and what the taker makes of the calls whose last row was among them. */
export type Batch<T> = { linhas: LinhaLida[]; made: T };

/** Characters of rows that wait for the last leg of their call. */
const ESPERA_MAX = 32_000_000;
const LONGE =
  'As linhas de uma mesma ligação estão longe demais umas das outras. Ordene a planilha pelo início da ligação e envie de novo.';

/** Rows put together into calls: those of one stay until the last of them was read. */
class Calls {
  readonly #grupos: Grupos | null;
  readonly #waiting = new Map<number, LinhaLida[]>();
  #characters = 0;

  constructor(grupos: Grupos | null) {
    this.#grupos = grupos;
  }

  /** @returns the row's call, once it is whole. @throws UnreadableError where too much waits */
  take(linha: LinhaLida): LinhaLida[] | null {
    const last = this.#grupos?.lastOf(linha.n) ?? null;
    if (last === null) return [linha];
    const first = this.#grupos?.firstOf(linha.n) ?? linha.n;
    const rows = this.#waiting.get(first) ?? [];
    rows.push(linha);
    if (linha.n === last) {
      this.#waiting.delete(first);
      for (const row of rows) if (row !== linha) this.#characters -= sizeOf(row);
      return rows;
    }
    this.#waiting.set(first, rows);
    this.#characters += sizeOf(linha);
    if (this.#characters > ESPERA_MAX) throw new UnreadableError(LONGE);
    return null;
  }

  /** Keeps a row that was read before, where its call goes on after row `after`. */
  keep(linha: LinhaLida, after: number): void {
    if ((this.#grupos?.lastOf(linha.n) ?? 0) > after) this.take(linha);
  }
}

const sizeOf = ({ celulas }: LinhaLida): number => celulas.reduce((sum, cell) => sum + cell.length + 8, 0);

/** A task's rows: one reading process, kept between the task's steps in this process. */
type Source = {
  folder: string;
  reader: RowsReader;
  calls: Calls;
  /** Rows that were read and not yet taken, and the number of the last that was taken. */
  ahead: LinhaLida[];
  last: number;
  /** The batch after it, which is read while the taker writes the one before. */
  next: Promise<Batch<unknown>> | null;
  timer: NodeJS.Timeout | null;
  /** Aborted once nobody asks for more: what is read ahead ends, too. */
  stop: AbortController;
};
const sources = new Map<string, Source>();

/** Which rows of a file are one call: all of them are looked at, since legs need not stand beside each other. Null: none may be. */
async function findLegs(
  arquivo: string,
  importacao: Importacao,
  rowReader: RowReader,
  signal: AbortSignal,
): Promise<Grupos | null> {
  if (!rowReader.hasLegs) return null;
  const index = legIndexOf(importacao.origem, importacao.mapeamento?.colunas ?? []);
  const reader = openRows({ arquivo, nome: importacao.nome, aba: importacao.aba }, signal);
  try {
    for (let rows = await reader.next(); rows !== null; rows = await reader.next()) {
      for (const { n, celulas } of rows)
        if (n > (importacao.cabecalhoN ?? 0)) index.add(n, rowReader.marks(celulas));
    }
  } finally {
    reader.close();
  }
  return index.end();
}

async function openSource(
  where: Where,
  importacao: Importacao,
  rowReader: RowReader,
  stop: AbortController,
): Promise<Source> {
  const signal = AbortSignal.any([where.signal, stop.signal]);
  const folder = await makeWorkDir();
  try {
    const arquivo = join(folder, 'planilha');
    await fetchImportFile({ ...where, signal }, importacao, arquivo);
    const grupos = await findLegs(arquivo, importacao, rowReader, signal);
    signal.throwIfAborted();
    return {
      folder,
      reader: openRows({ arquivo, nome: importacao.nome, aba: importacao.aba }),
      calls: new Calls(grupos),
      ahead: [],
      last: importacao.cabecalhoN ?? 0,
      next: null,
      timer: null,
      stop,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function read<T>(
  source: Source,
  after: number,
  { most, make }: Rules<T>,
  heading: number,
): Promise<Batch<T>> {
  while (source.ahead.length < most) {
    const rows = await source.reader.next();
    if (!rows) break;
    for (const row of rows) {
      if (row.n > after) source.ahead.push(row);
      else if (row.n > heading) source.calls.keep(row, after);
    }
  }
  const linhas = source.ahead.splice(0, most);
  const calls = linhas.flatMap((row) => {
    const call = source.calls.take(row);
    return call === null ? [] : [call];
  });
  return { linhas, made: await make(calls, source.stop.signal) };
}

/** How rows are taken. */
type Rules<T> = {
  /** Rows of a batch. */
  most: number;
  /** Reads rows by the import's mapping. */
  reader: RowReader;
  /** What is made of calls, each with its rows; of one task always by the same rules: it is done ahead, too. */
  make: (calls: readonly LinhaLida[][], signal: AbortSignal) => Promise<T>;
  /** Asked from time to time, while rows are waited for: what it throws ends the reading. */
  goOn: () => Promise<void>;
};

/**
 * The rows below an import's heading that follow row `after`, at most `most`; fewer at the end, none after it. Where the last taking was
 * somewhere else (another worker went on meanwhile), the file is read from its beginning. While the taker works with them, those that
 * follow are read. A call is handed on with the batch in which its last row stands: what follows from a batch's last row is the same
 * wherever the reading began.
 */
export async function rowsAfter<T>(
  where: Where & { task: { id: string } },
  importacao: Importacao,
  after: number,
  rules: Rules<T>,
): Promise<Batch<T>> {
  const { id } = where.task;
  const heading = importacao.cabecalhoN ?? 0;
  const known = sources.get(id);
  if (known && known.last !== after) await closeRows(id);
  let source = sources.get(id);
  if (!source) {
    const stop = new AbortController();
    const opening = openSource(where, importacao, rules.reader, stop);
    try {
      source = await whileWanted(opening, rules.goOn, stop);
    } catch (error) {
      // It may have been opened while the asking failed.
      opening.then(close, () => undefined);
      throw error;
    }
    sources.set(id, source);
  }
  if (source.timer) clearTimeout(source.timer);
  source.timer = null;
  let taken: Batch<T>;
  try {
    const coming = source.next ?? read(source, after, rules, heading);
    taken = (await whileWanted(coming, rules.goOn, source.stop)) as Batch<T>;
  } catch (error) {
    // Whoever tries again reads anew.
    await closeRows(id);
    throw error;
  }
  source.last = taken.linhas.at(-1)?.n ?? after;
  source.next = read(source, source.last, rules, heading);
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
  await close(source);
}

async function close({ folder, reader, stop, timer }: Source): Promise<void> {
  if (timer) clearTimeout(timer);
  stop.abort(new Error('closed'));
  reader.close();
  await rm(folder, { recursive: true, force: true });
}
