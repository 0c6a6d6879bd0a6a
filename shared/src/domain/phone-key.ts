/**
 * One telephone is one number, however it was written: the rule by which calls of one number are counted and found.
 * PostgreSQL has the same rule (escuta_numero); tests/integration/phone-key.test.ts holds both against each other.
 */
import { canonicalNumber } from './call-sheet/cells.ts';

/** Blanks of every kind that programs put into numbers. */
const BLANKS = /[ \t\n\r\f\v\u00a0\u2007\u202f\u200b\ufeff]+/gu;
const SCHEME = /^(?:tel|sips?):/u;
/** What an address of telephony adds behind the number: '@central', ';phone-context=…'. */
const DOMAIN = /[@;].*$/u;
/** '(0xx11)': the carrier's digits as they were printed for years. */
const CARRIER_MARK = /^(\(?0)xx/u;
/** 'ramal 12', 'ext. 12', 'x12' behind a number. */
const EXTENSION = /[ ,]*(?:ramal|ram|ext|r|x)[.:]? ?[0-9]+$/u;
const PHONE = /^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$/u;

/**
 * The number as it is compared: dialled within the country, with '+' where it is another country's. Text that is no number
 * ('anônimo', '*123#') is itself, in small letters. Empty for an empty one.
 */
export function phoneKey(numero: string): string {
  const text = numero
    .replace(BLANKS, ' ')
    .replace(/^ | $/gu, '')
    .replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
  const bare = text
    .replace(SCHEME, '')
    .replace(DOMAIN, '')
    .replace(CARRIER_MARK, '$1')
    .replace(EXTENSION, '');
  if (!PHONE.test(bare)) return text;
  return canonicalNumber(bare.replace(/[^0-9]/gu, ''), bare.startsWith('+'));
}
