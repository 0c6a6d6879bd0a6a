/** Normalises phone numbers like PostgreSQL's escuta_numero (tests/integration/phone-key.test.ts). */
import { canonicalNumber } from '../call-sheet/cells.ts';
import { firstPhone, plainPhone } from '../call-sheet/phone-text.ts';

const PHONE = /^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$/u;

/** Normalises a phone number: the first of several, as dialled in Brazil ('+' if foreign); other text lowercase. */
export function phoneKey(numero: string): string {
  const bare = firstPhone(numero);
  if (!PHONE.test(bare)) return plainPhone(numero);
  return canonicalNumber(bare.replace(/[^0-9]/gu, ''), bare.startsWith('+'));
}
