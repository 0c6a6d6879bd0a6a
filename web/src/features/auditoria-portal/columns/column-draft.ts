/** Columns of the sheet as a person changes them: all of them are saved at once. */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { ColunaDoPreparo, correctColunas } from '@escuta/shared/contracts/surveys/preparos';
import type { PapelColuna } from '@escuta/shared/domain/survey-file/columns/columns';

/** What a column is said to be. */
export interface ColumnUse {
  papel: PapelColuna;
  /** The place of its question; null unless it holds answers, or none was chosen yet. */
  pergunta: number | null;
  /** The place of the one option that it is for; null: of the whole answer. */
  opcao: number | null;
}

/** Changed columns by their place in the sheet. */
export type ColumnDraft = ReadonlyMap<number, ColumnUse>;

type Column = Pick<ColunaDoPreparo, 'n' | 'papel' | 'pergunta' | 'opcao'>;

export const asRead = ({ papel, pergunta, opcao }: Column): ColumnUse => ({ papel, pergunta, opcao });

const isSame = (a: ColumnUse, b: ColumnUse): boolean =>
  a.papel === b.papel && a.pergunta === b.pergunta && a.opcao === b.opcao;

/** The draft with a column changed; back to what it was, it is no change. */
export function changeColumn(draft: ColumnDraft, column: Column, change: Partial<ColumnUse>): ColumnDraft {
  const before = draft.get(column.n) ?? asRead(column);
  const next = { ...before, ...change };
  if (next.papel !== 'pergunta') next.pergunta = null;
  if (next.pergunta === null || next.pergunta !== before.pergunta) next.opcao = change.opcao ?? null;
  const all = new Map(draft);
  if (isSame(next, asRead(column))) all.delete(column.n);
  else all.set(column.n, next);
  return all;
}

/** The draft with a column that a person leaves out of the audit, even where nothing was found for it before. */
export const leaveOut = (draft: ColumnDraft, { n }: Pick<Column, 'n'>): ColumnDraft =>
  new Map(draft).set(n, { papel: 'ignorar', pergunta: null, opcao: null });

/** The draft's problem, in words; null: it can be saved. */
export function draftProblem(
  draft: ColumnDraft,
  columns: readonly (Column & { cabecalho: string })[],
): string | null {
  for (const column of columns) {
    const use = draft.get(column.n);
    if (use?.papel === 'pergunta' && use.pergunta === null) {
      return `Selecione a pergunta da coluna “${column.cabecalho || column.n + 1}”.`;
    }
  }
  return null;
}

/** The changed columns as they are sent. */
export const changesOf = (draft: ColumnDraft): BodyOf<typeof correctColunas>['colunas'] =>
  [...draft].map(([n, use]) => ({ n, ...use }));
