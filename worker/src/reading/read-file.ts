/** Reads files sent by strangers, each in a separate process (in-child.ts). */

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
 * Reads the questionnaire in a document (.pdf, .docx, .odt, .doc or plain text) or an XLSForm (.xlsx, .xls).
 * @throws UnreadableError; the signal's reason if it aborts
 */
export const readQuestionnaireFile = (
  { arquivo, nome }: ArquivoLocal,
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_DOCUMENTO,
): Promise<QuestionarioLido> =>
  readInChild<'questionario'>({ tipo: 'questionario', arquivo, nome }, nothing, signal, limits);

/**
 * Reads a sheet's rows below its heading (.xlsx, .xls, .csv or a text of columns).
 * @param onRows takes up to 500 rows or about 1 MB; its errors end the reading and are rethrown
 * @throws UnreadableError, possibly after some rows; the signal's reason if it aborts
 */
export const readSheet = (
  { arquivo, nome }: ArquivoLocal,
  onRows: (linhas: LinhaLida[]) => Promise<void>,
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_PLANILHA,
): Promise<PlanilhaLida> =>
  readInChild<'planilha'>({ tipo: 'planilha', arquivo, nome }, onRows, signal, limits);

export type RowsReader = {
  /** Reads the next rows; null after the last. @throws UnreadableError */
  next: () => Promise<LinhaLida[] | null>;
  /** Describes the sheet, after the last rows. */
  end: () => LinhasLidas;
  close: () => void;
};

/**
 * Reads all rows of a sheet of calls, with the heading, at the caller's pace; the caller's time does not count towards
 * the time limit. The caller must close the reader.
 * @param aba the sheet chosen by a person; null for the sheet that seems to contain calls
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
 * Lists an archive's entries (.zip, .rar) in its order, without folders, and without files that programs leave behind.
 * @throws UnreadableError if the archive as a whole is refused; the signal's reason if it aborts
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
 * Unpacks an archive's entries one at a time, in its order, into files in `pasta`, which the caller deletes.
 * @param indices from `listArchive`
 * @param onEntry takes an entry, or the reason of its failure; its errors end the reading
 * @throws UnreadableError if the archive as a whole is refused; the signal's reason if it aborts
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
 * Refuses an archive from which earlier calls unpacked too much; each `extractEntries` counts only its own bytes.
 * @param bytes unpacked earlier and kept
 * @throws UnreadableError
 */
export function assertMoreMayCome(
  bytes: number,
  { total }: Pick<LimitesDoArquivo, 'total'> = LIMITES_ARQUIVO,
): void {
  if (bytes > total) throw new UnreadableError(totalGrande(total));
}
