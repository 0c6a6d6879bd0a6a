/** Numbers as people type them here: the one reading of them, in the forms, in the interview and in what is held against it. */

/** '1.200', '42', '1.200,5'. Groups of three after dots are thousands: of '0.500' they are not. */
const WRITTEN_HERE = /^-?(?:[1-9]\d{0,2}(?:\.\d{3}){1,4}|\d{1,13})(?:,\d{1,6})?$/;
/** '3.5', '0.500', '12.75': a dot that stands for the comma. Three digits behind another number are thousands, four and more a slip. */
const DOT_FOR_COMMA = /^-?(?:0\.\d{1,6}|\d{1,13}\.\d{1,2})$/;

/** A number that was typed: as it is kept, with a comma for decimals, and its value. */
export type NumeroDigitado = { texto: string; valor: number };

/** Reads a number as it is typed here: '1.200' is 1200, '3.5' is 3,5, '1.200,5' and '-5' are themselves. Null: no number. */
export function readTypedNumber(text: string): NumeroDigitado | null {
  const plain = text.trim();
  const texto = DOT_FOR_COMMA.test(plain) ? plain.replace('.', ',') : plain;
  if (!WRITTEN_HERE.test(texto)) return null;
  return { texto, valor: Number(texto.replaceAll('.', '').replace(',', '.')) };
}
