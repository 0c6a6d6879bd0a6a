/** Unread cells of an answer sheet: neither an answer nor a blank, and no ground for an accusation. */

/**
 * Reason for an unread cell (respostas.celula_estado). `nao_reconhecida`: not understood. `planilha_indisponivel`: the
 * sheet was erased before the cell was stored.
 */
export const ESTADOS_CELULA = ['nao_reconhecida', 'planilha_indisponivel'] as const;
export type EstadoCelula = (typeof ESTADOS_CELULA)[number];

/**
 * The answer sheet's fault behind a verdict (confrontos.planilha): the question's cell is unread, or
 * (`filtro_desconhecido`) the cell that decides whether the question applies.
 */
export const FALHAS_PLANILHA = [...ESTADOS_CELULA, 'filtro_desconhecido'] as const;
export type FalhaPlanilha = (typeof FALHAS_PLANILHA)[number];

export const isUnreadCell = (falha: FalhaPlanilha | null | undefined): falha is EstadoCelula =>
  falha === 'nao_reconhecida' || falha === 'planilha_indisponivel';

/** Longest stored cell text, characters, as in the column's CHECK. */
export const CELULA_MAX = 1000;

/** Text shown for an unread cell; null if the cell was read or is blank. */
export function unreadCellText(estado: EstadoCelula | null, celula: string | null): string | null {
  if (estado === null) return null;
  return estado === 'nao_reconhecida' ? `“${celula ?? ''}” (não reconhecido)` : 'Planilha não disponível';
}
