/** The only parser of typed numbers. */

/** A Brazilian number: '1.200', '42', '1.200,5'. Groups of three after a dot are thousands, except in '0.500'. */
const WRITTEN_HERE = /^-?(?:[1-9]\d{0,2}(?:\.\d{3}){1,4}|\d{1,13})(?:,\d{1,6})?$/;
/**
 * A number with a decimal dot: '3.5', '0.500', '12.75'. Unless the number before the dot is 0, three digits after the
 * dot are thousands, and more digits are an error.
 */
const DOT_FOR_COMMA = /^-?(?:0\.\d{1,6}|\d{1,13}\.\d{1,2})$/;

/** A number in stored form (decimal comma), and its value. */
export type NumeroDigitado = { texto: string; valor: number };

/** Reads a Brazilian number: '1.200' is 1200, '3.5' becomes '3,5', '1.200,5' and '-5' stay. */
export function readTypedNumber(text: string): NumeroDigitado | null {
  const plain = text.trim();
  const texto = DOT_FOR_COMMA.test(plain) ? plain.replace('.', ',') : plain;
  if (!WRITTEN_HERE.test(texto)) return null;
  return { texto, valor: Number(texto.replaceAll('.', '').replace(',', '.')) };
}
