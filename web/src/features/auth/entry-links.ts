/** How the screens around signing in lead to one another. */
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { paths } from '../../lib/paths.ts';

export const FORGOT_PARAM = 'modo';
export const FORGOT_VALUE = 'recuperar';

/** The sign-in in its forgot-password mode. */
export const FORGOT_LINK = `${paths.auth}?${FORGOT_PARAM}=${FORGOT_VALUE}`;

/** Navigation state that fills the sign-in for somebody whose account is known, after a password was set. */
export const knownAccount = (cnpj: string, email: string) => ({ cnpj: formatCnpj(cnpj), email });

/** What `knownAccount` left in the navigation state; nothing for any other state. */
export function readKnownAccount(state: unknown): { cnpj?: string; email?: string } {
  const { cnpj, email } = (state ?? {}) as { cnpj?: unknown; email?: unknown };
  return typeof cnpj === 'string' && typeof email === 'string' ? { cnpj, email } : {};
}

const CNPJ_KEY = 'ultimo-cnpj';

/** The company of the last sign-in in this browser, as its field shows it; '' for none. */
export function lastCnpj(): string {
  try {
    return localStorage.getItem(CNPJ_KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberCnpj(cnpj: string): void {
  try {
    localStorage.setItem(CNPJ_KEY, cnpj);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
