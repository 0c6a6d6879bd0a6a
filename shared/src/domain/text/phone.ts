/** Minimum digits of a person's number; the shortest has no area code. */
const PESSOA_MIN = 8;
/** Digits in the shortest number that can be dialled: a service ('190') or extension. */
const DISCADO_MIN = 3;

export const TELEFONE_INVALIDO = 'Informe um telefone, como (11) 98765-4321.';
export const NUMERO_INVALIDO = 'Informe um número, como (11) 98765-4321 ou um ramal.';

/** Counts digits only, because people write notes, labels and dashes around a number. */
const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

/** Matches a day ('2026-11-29'), which has as many digits as a local number. */
const DAY = /^\s*\d{4}-\d\d-\d\d/;

/** True if a text has a person's number, perhaps with a note. */
export const isPhone = (text: string): boolean => digitsOf(text) >= PESSOA_MIN && !DAY.test(text);

/** True if a text has a number that can be dialled. */
export const isDialled = (text: string): boolean => digitsOf(text) >= DISCADO_MIN && !DAY.test(text);

/**
 * Formats a Brazilian phone by its kind (Anatel's numbering plan): '(11) 98765-4321', '98765-4321', '0800 770 1234'
 * (also 0300, 0500, 0900), '4004-0001', '190'. Drops a trunk 0, a carrier code or 55 before an area code.
 * @returns null for a text that is no Brazilian number
 */
export function showPhone(text: string): string | null {
  if (/[^\d\s().+-]/.test(text) || /^\s*\+(?!\s*55)/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  for (const [pattern, form] of RULES) {
    if (pattern.test(digits)) return digits.replace(pattern, form);
  }
  return null;
}

const RULES: readonly (readonly [RegExp, string])[] = [
  // The first 0 is optional, because systems that store numbers lose it. '80' is no area code, because none ends in 0.
  [/^0?([3589]00)(\d{3})(\d{4})$/, '0$1 $2 $3'],
  [/^(?:0(?:\d{2})?|55)?([1-9]{2})(9\d{4})(\d{4})$/, '($1) $2-$3'],
  [/^(?:0(?:\d{2})?|55)?([1-9]{2})(\d{4})(\d{4})$/, '($1) $2-$3'],
  [/^(\d{4,5})(\d{4})$/, '$1-$2'],
  [/^(\d{3,5})$/, '$1'],
];
