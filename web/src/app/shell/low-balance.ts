/** A dismissed low-balance notice: its company, level and day. A worse level is a new notice. */
export interface BalanceNotice {
  empresaId: string;
  nivel: 'baixo' | 'zero';
  /** Day on which the notice was dismissed, yyyy-MM-dd. */
  dia: string;
}

const KEY = 'aviso-saldo';
const textOf = ({ empresaId, nivel, dia }: BalanceNotice) => `${empresaId}:${nivel}:${dia}`;

/** The dismissed notice, kept in memory in case the browser refuses storage. */
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
    // Without storage the notice stays dismissed only until the page is loaded again.
  }
}
