/**
 * One telephone is one number, however it was written: the rule by which calls of one number are counted and found.
 * PostgreSQL has the same rule (escuta_numero); tests/integration/phone-key.test.ts holds both against each other.
 */
import { canonicalNumber } from '../call-sheet/cells.ts';
import { firstPhone, plainPhone } from '../call-sheet/phone-text.ts';

const PHONE = /^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$/u;

/**
 * The number as it is compared: dialled within the country, with '+' where it is another country's; of several the first. Text that is
 * no number ('anônimo', '*123#') is itself, in small letters. Empty for an empty one.
 */
export function phoneKey(numero: string): string {
  const bare = firstPhone(numero);
  if (!PHONE.test(bare)) return plainPhone(numero);
  return canonicalNumber(bare.replace(/[^0-9]/gu, ''), bare.startsWith('+'));
}
