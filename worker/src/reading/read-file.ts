/** What the worker reads of files that strangers sent. Each reading runs in a process of its own (in-child.ts). */

import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { LinhaLida, LinhasLidas, PlanilhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { totalGrande } from './archive/entries.ts';
import type { EntradaDoArquivo, EntradaExtraida } from './archive/entry.ts';
import { readInChild } from './in-child.ts';
import {
  type ChildLimits,
  LIMITES_ARQUIVO,
  LIMITES_DOCUMENTO,
  LIMITES_LIGACOES,
  LIMITES_PLANILHA,
  type LimitesDoArquivo,
} from './limits.ts';
import type { ArquivoLocal } from './protocol.ts';
import { UnreadableError } from './unreadable.ts';

const nothing = async (): Promise<void> => {};

/**
 * The questionnaire of a document (.pdf, .docx, .doc or a text), or of an XLSForm (.xlsx, .xls).
 * @throws UnreadableError with the reason for people; the signal's reason when it is aborted
 */
export const readQuestionnaireFile = (
  { arquivo, nome }: ArquivoLocal,
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_DOCUMENTO,
): Promise<QuestionarioLido> =>
  readInChild<'questionario'>({ tipo: 'questionario', arquivo, nome }, nothing, signal, limits);

/**
 * The rows of a sheet (.xlsx, .xls, .csv or a text of columns), below its heading.
 * @param onRows takes up to 500 rows or about 1 MB, one batch after the other; what it throws ends the reading and is thrown
 * @throws UnreadableError with the reason for people, also after rows were handed over; the signal's reason when it is aborted
 */
export const readSheet = (
  { arquivo, nome }: ArquivoLocal,
  onRows: (linhas: LinhaLida[]) => Promise<void>,
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_PLANILHA,
): Promise<PlanilhaLida> =>
  readInChild<'planilha'>({ tipo: 'planilha', arquivo, nome }, onRows, signal, limits);

/** Rows of a sheet, asked for one batch after the other. */
export type RowsReader = {
  /** The next rows; null after the last. @throws UnreadableError with the reason for people */
  next: () => Promise<LinhaLida[] | null>;
  /** What the sheet is; after the last rows. */
  end: () => LinhasLidas;
  /** Ends the reading. */
  close: () => void;
};

/**
 * Reads all rows of a sheet of calls, its heading among them, at the pace of whoever asks: between two batches the reading process waits,
 * which is not counted as its time. Whoever opens it closes it.
 * @param aba the workbook's sheet that a person chose; null: the one that seems to hold calls
 * @param signal closes it, too
 */
export function openRows(
  { arquivo, nome, aba }: ArquivoLocal & { aba: string | null },
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_LIGACOES,
): RowsReader {
  const abort = new AbortController();
  let fim: LinhasLidas | null = null;
  let failed: unknown = null;
  let ready: LinhaLida[] | null = null;
  let taken = (): void => {};
  let wake = (): void => {};
  let ended = false;
  const onRows = (linhas: LinhaLida[]): Promise<void> =>
    new Promise((resolve) => {
      ready = linhas;
      taken = resolve;
      wake();
    });
  readInChild<'linhas'>({ tipo: 'linhas', arquivo, nome, aba }, onRows, abort.signal, limits)
    .then(
      (given) => {
        fim = given;
      },
      (error: unknown) => {
        failed = error;
      },
    )
    .finally(() => {
      ended = true;
      wake();
    });
  const waitForRows = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (ready || ended) resolve();
    });
  const close = (): void => {
    signal?.removeEventListener('abort', close);
    abort.abort(new Error('closed'));
    taken();
  };
  signal?.addEventListener('abort', close);
  return {
    next: async () => {
      await waitForRows();
      const rows = ready;
      ready = null;
      if (rows) {
        taken();
        return rows;
      }
      if (failed) throw failed;
      return null;
    },
    end: () => fim as LinhasLidas,
    close,
  };
}

/**
 * What an archive of recordings (.zip, .rar) holds, in its order, without folders and what programs leave behind.
 * @throws UnreadableError where the archive as a whole is refused; the signal's reason when it is aborted
 */
export async function listArchive(
  { arquivo, nome }: ArquivoLocal,
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_ARQUIVO,
  limites: LimitesDoArquivo = LIMITES_ARQUIVO,
): Promise<EntradaDoArquivo[]> {
  const entradas: EntradaDoArquivo[] = [];
  const keep = async (some: EntradaDoArquivo[]): Promise<void> => {
    entradas.push(...some);
  };
  await readInChild<'arquivo_lista'>({ tipo: 'arquivo_lista', arquivo, nome, limites }, keep, signal, limits);
  return entradas;
}

/**
 * Unpacks entries of an archive one at a time, in the archive's order, each into a file of its own in `pasta`, under a name that is not
 * the archive's. The next one begins once `onEntry` has taken one; who takes it deletes the file.
 * @param indices as `listArchive` tells them
 * @param onEntry takes one entry, or why it cannot be unpacked; what it throws ends the reading and is thrown
 * @throws UnreadableError where the archive as a whole is refused; the signal's reason when it is aborted
 */
export async function extractEntries(
  { arquivo, nome }: ArquivoLocal,
  indices: number[],
  pasta: string,
  onEntry: (entrada: EntradaExtraida) => Promise<void>,
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_ARQUIVO,
  limites: LimitesDoArquivo = LIMITES_ARQUIVO,
): Promise<void> {
  await readInChild<'arquivo_extrai'>(
    { tipo: 'arquivo_extrai', arquivo, nome, indices, pasta, limites },
    onEntry,
    signal,
    limits,
  );
}

/**
 * Refuses to go on with an archive of which so much was taken already: each call of `extractEntries` counts its own only.
 * @param bytes of what earlier calls unpacked and somebody keeps
 * @throws UnreadableError
 */
export function assertMoreMayCome(
  bytes: number,
  { total }: Pick<LimitesDoArquivo, 'total'> = LIMITES_ARQUIVO,
): void {
  if (bytes > total) throw new UnreadableError(totalGrande(total));
}
