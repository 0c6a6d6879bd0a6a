/** Unread cells of a sheet of answers: they give no answer, are not blank, and accuse nobody. */

/**
 * Why a cell is unread (respostas.celula_estado). `nao_reconhecida`: its text was not understood.
 * `planilha_indisponivel`: the sheet was erased before the text was kept, and nobody knows whether the cell was blank.
 */
export const ESTADOS_CELULA = ['nao_reconhecida', 'planilha_indisponivel'] as const;
export type EstadoCelula = (typeof ESTADOS_CELULA)[number];

/**
 * The fault of the sheet that a verdict rests on (confrontos.planilha): the question's own cell is unread, or
 * (`filtro_desconhecido`) the cell that decides whether the question applied.
 */
export const FALHAS_PLANILHA = [...ESTADOS_CELULA, 'filtro_desconhecido'] as const;
export type FalhaPlanilha = (typeof FALHAS_PLANILHA)[number];

export const isUnreadCell = (falha: FalhaPlanilha | null | undefined): falha is EstadoCelula =>
  falha === 'nao_reconhecida' || falha === 'planilha_indisponivel';

/** Longest text kept of a cell, characters; the column's CHECK has the same limit. */
export const CELULA_MAX = 1000;

/** The text that people read of an unread cell: '“xyz” (não reconhecido)'. Null: the cell is an answer, or blank. */
export function unreadCellText(estado: EstadoCelula | null, celula: string | null): string | null {
  if (estado === null) return null;
  return estado === 'nao_reconhecida' ? `“${celula ?? ''}” (não reconhecido)` : 'Planilha não disponível';
}
