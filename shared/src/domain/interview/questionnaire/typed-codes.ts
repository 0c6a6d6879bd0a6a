/** Numbers that institutes type instead of words: option codes, 'não sabe', 'não respondeu'. */

const ESPECIAL = /^(?:7{2,4}|8{2,4}|9{2,4}|9{1,3}[78])$/u;
const CODIGOS = /^\d{1,3}(?:\s*[;,/|\s]\s*\d{1,3})*$/u;

/** True if a number usually means 'não sabe' or 'não respondeu': 99, 98, 88, 999. */
export const isSpecialCode = (text: string): boolean => ESPECIAL.test(text.trim());

/** True for possible codes: '2', '1; 3'. */
export const isCodes = (text: string): boolean => CODIGOS.test(text.trim());
