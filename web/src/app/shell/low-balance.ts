/** A dismissed low-balance notice: its company, level and day. A worse level is a new notice. */
export interface BalanceNotice {
  empresaId: string;
  nivel: 'baixo' | 'zero';
  /** yyyy-MM-dd. */
  dia: string;
}

const KEY = 'aviso-saldo';
const textOf = ({ empresaId, nivel, dia }: BalanceNotice) => `${empresaId}:${nivel}:${dia}`;

/** Fallback where the browser refuses storage. */
let remembered = '';

export function isNoticeDismissed(notice: BalanceNotice): boolean {
  const text = textOf(notice);
  if (remembered === text) return true;
  try {
    return localStorage.getItem(KEY) === text;
  } catch {
    return false;
  }
}

export function dismissNotice(notice: BalanceNotice): void {
  remembered = textOf(notice);
  try {
    localStorage.setItem(KEY, remembered);
  } catch {
    // Without a storage the notice stays away until the next page load.
  }
}
