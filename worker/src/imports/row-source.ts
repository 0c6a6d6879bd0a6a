import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import { type Grupos, legIndexOf } from '@escuta/shared/domain/call-sheet/leg-index';
import type { RowReader } from '@escuta/shared/domain/call-sheet/row';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { makeWorkDir } from '../engine/work-dir.ts';
import { openRows, type RowsReader } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { fetchFileOf } from '../recordings/local-files.ts';
import type { Importacao } from './import-repo.ts';
import { whileWanted } from './while-wanted.ts';

/** Idle time after which a task's reader is closed, ms. */
const KEEP_MS = 60_000;

type Where = { db: Database; store: ObjectStore; signal: AbortSignal };

/** SHA-256 of a local file, hex. */
export async function hashOf(filePath: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(filePath)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A batch's rows, and what `make` returned for the calls whose last row is in the batch. */
export type Batch<T> = { linhas: LinhaLida[]; made: T };

/** Greatest number of buffered characters of rows whose call continues. */
const ESPERA_MAX = 32_000_000;
const LONGE =
  'As linhas de uma mesma ligação estão longe demais umas das outras. Ordene a planilha pelo início da ligação e envie de novo.';

/** Groups rows into calls, buffering a call's rows until its last row is read. */
export class Calls {
  readonly #grupos: Grupos | null;
  readonly #waiting = new Map<number, LinhaLida[]>();
  #characters = 0;

  constructor(grupos: Grupos | null) {
    this.#grupos = grupos;
  }

  /**
   * @returns the row's call if complete, else null
   * @throws UnreadableError if more than ESPERA_MAX characters are buffered
   */
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
    if (this.#characters > ESPERA_MAX) throw new UnreadableError(this.#tooMuch(rows));
    return null;
  }

  /** Returns the reason for people: a call has too many rows, or calls' rows are too far apart. */
  #tooMuch(rows: readonly LinhaLida[]): string {
    const characters = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    if (characters < this.#characters / 2) return LONGE;
    const quantas = rows.length.toLocaleString('pt-BR');
    return `A partir da linha ${rows[0]?.n}, ${quantas} linhas têm o mesmo identificador e formariam uma única ligação. Confira qual coluna identifica a ligação e envie de novo.`;
  }

  /** Buffers an earlier batch's row, if its call continues after row `after`. */
  keep(linha: LinhaLida, after: number): void {
    if ((this.#grupos?.lastOf(linha.n) ?? 0) > after) this.take(linha);
  }
}

const sizeOf = ({ celulas }: LinhaLida): number => celulas.reduce((sum, cell) => sum + cell.length + 8, 0);

/** A task's reading process, open between the task's steps. */
type Source = {
  folder: string;
  reader: RowsReader;
  calls: Calls;
  /** Rows read but not yet taken; `last`: number of the last row taken. */
  ahead: LinhaLida[];
  last: number;
  /** The next batch, read while the present one is being written. */
  next: Promise<Batch<unknown>> | null;
  timer: NodeJS.Timeout | null;
  /** Stops reading the next batch. */
  stop: AbortController;
};
const sources = new Map<string, Source>();

/** Finds each call's rows; reads all rows, because legs may be far apart. Null if the sheet has a row per call. */
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
    await fetchFileOf({ ...where, signal }, importacao, arquivo);
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

type Rules<T> = {
  /** Greatest number of rows in a batch. */
  most: number;
  reader: RowReader;
  /** Converts calls' rows while an earlier batch is being written, which must not change the rules. */
  make: (calls: readonly LinhaLida[][], signal: AbortSignal) => Promise<T>;
  /** Called every ASK_MS; an error ends the reading. */
  goOn: () => Promise<void>;
};

/**
 * Reads up to `most` rows after row `after`, and the next batch ahead. If another worker read the last batch, this
 * worker reads the file from its start.
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
      // Closes a source that opens after `goOn` has thrown.
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
    // A retry opens the file again.
    await closeRows(id);
    throw error;
  }
  source.last = taken.linhas.at(-1)?.n ?? after;
  source.next = read(source, source.last, rules, heading);
  // Prevents an unhandled rejection if nobody requests the next batch.
  source.next.catch(() => undefined);
  source.timer = setTimeout(() => void closeRows(id).catch(() => undefined), KEEP_MS).unref();
  return taken;
}

/** Ends a task's reading process. Rows not yet written are read again. */
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
