/** Unsaved changes to the use of the sheet's columns. A single request saves all of them. */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { ColunaDoPreparo, correctColunas } from '@escuta/shared/contracts/surveys/preparos';
import type { PapelColuna } from '@escuta/shared/domain/survey-file/columns/columns';

export interface ColumnUse {
  papel: PapelColuna;
  /** Index of the question that the column answers; null if the column has no answers or no question was chosen. */
  pergunta: number | null;
  /** Index of the option that the column stands for; null if the column holds the whole answer. */
  opcao: number | null;
}

/** Changed columns by their index in the sheet. */
export type ColumnDraft = ReadonlyMap<number, ColumnUse>;

type Column = Pick<ColunaDoPreparo, 'n' | 'papel' | 'pergunta' | 'opcao'>;

export const asRead = ({ papel, pergunta, opcao }: Column): ColumnUse => ({ papel, pergunta, opcao });

const isSame = (a: ColumnUse, b: ColumnUse): boolean =>
  a.papel === b.papel && a.pergunta === b.pergunta && a.opcao === b.opcao;

/** The draft with a column changed; a column set back to its saved use leaves the draft. */
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

/** The draft with a column left out of the audit by a person, even if it had no use before. */
export const leaveOut = (draft: ColumnDraft, { n }: Pick<Column, 'n'>): ColumnDraft =>
  new Map(draft).set(n, { papel: 'ignorar', pergunta: null, opcao: null });

/** Words for the problem that forbids saving the draft; null if it can be saved. */
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

/** The changed columns, for the body of the request. */
export const changesOf = (draft: ColumnDraft): BodyOf<typeof correctColunas>['colunas'] =>
  [...draft].map(([n, use]) => ({ n, ...use }));
