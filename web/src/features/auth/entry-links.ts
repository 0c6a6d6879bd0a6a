/** Links between the screens around signing in. */
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { paths } from '../../lib/paths.ts';

export const FORGOT_PARAM = 'modo';
export const FORGOT_VALUE = 'recuperar';

/** Address of the sign-in page in its forgot-password mode. */
export const FORGOT_LINK = `${paths.auth}?${FORGOT_PARAM}=${FORGOT_VALUE}`;

/** Navigation state that prefills the sign-in after a password was set. */
export const knownAccount = (cnpj: string, email: string) => ({ cnpj: formatCnpj(cnpj), email });

/** The account in the navigation state of `knownAccount`; empty for another state. */
export function readKnownAccount(state: unknown): { cnpj?: string; email?: string } {
  const { cnpj, email } = (state ?? {}) as { cnpj?: unknown; email?: unknown };
  return typeof cnpj === 'string' && typeof email === 'string' ? { cnpj, email } : {};
}

const CNPJ_KEY = 'ultimo-cnpj';
const EMAIL_KEY = 'ultimo-email';

/** Runs `act` on the browser's storage and returns the stored text; '' if there is none, or if the browser refuses. */
function kept(act: () => unknown): string {
  try {
    const value = act();
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

/** The company of this browser's last sign-in, formatted for its field; '' for none. */
export const lastCnpj = (): string => kept(() => localStorage.getItem(CNPJ_KEY));

/** E-mail of the last sign-in in this tab, filled in again after a lost session; '' for none. */
export const lastEmail = (): string => kept(() => sessionStorage.getItem(EMAIL_KEY));

/** Remembers the company in this browser, and the e-mail in this tab. */
export function rememberAccount(cnpj: string, email: string): void {
  kept(() => localStorage.setItem(CNPJ_KEY, formatCnpj(cnpj)));
  kept(() => sessionStorage.setItem(EMAIL_KEY, email.trim()));
}

export function forgetAccount(): void {
  kept(() => localStorage.removeItem(CNPJ_KEY));
  kept(() => sessionStorage.removeItem(EMAIL_KEY));
}
