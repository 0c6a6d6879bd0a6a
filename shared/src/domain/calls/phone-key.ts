/**
 * Normalises phone numbers. PostgreSQL's escuta_numero implements the same rule (tests/integration/phone-key.test.ts).
 */
import { canonicalNumber } from '../call-sheet/cells.ts';
import { firstPhone, plainPhone } from '../call-sheet/phone-text.ts';

const PHONE = /^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$/u;

/** A number for comparison: as dialled domestically, '+' if foreign; the first of several. Other text in lower case. */
export function phoneKey(numero: string): string {
  const bare = firstPhone(numero);
  if (!PHONE.test(bare)) return plainPhone(numero);
  return canonicalNumber(bare.replace(/[^0-9]/gu, ''), bare.startsWith('+'));
}
