/**
 * The usual form of a Brazilian phone number, by its kind (Anatel's numbering plan): with area code '(11)
 * 98765-4321', without one '98765-4321', non-geographic '0800 770 1234' (0300, 0500 and 0900 alike), companies' own
 * numbers '4004-0001', services of three to five digits '190'. A trunk 0, a carrier or the country's 55 before an
 * area code is left out. @returns null for a text that is no Brazilian number
 */
export function showPhone(text: string): string | null {
  // Letters, or a '+' of another country: the text stays unchanged.
  if (/[^\d\s().+-]/.test(text) || /^\s*\+(?!\s*55)/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  for (const [pattern, form] of RULES) {
    if (pattern.test(digits)) return digits.replace(pattern, form);
  }
  return null;
}

const RULES: readonly (readonly [RegExp, string])[] = [
  // Systems that store numbers lose the first 0. No area code ends in 0.
  [/^0?([3589]00)(\d{3})(\d{4})$/, '0$1 $2 $3'],
  [/^(?:0(?:\d{2})?|55)?([1-9]{2})(9\d{4})(\d{4})$/, '($1) $2-$3'],
  [/^(?:0(?:\d{2})?|55)?([1-9]{2})(\d{4})(\d{4})$/, '($1) $2-$3'],
  [/^(\d{4,5})(\d{4})$/, '$1-$2'],
  [/^(\d{3,5})$/, '$1'],
];
