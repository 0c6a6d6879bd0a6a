/** Codes of questions: 'P4', of a battery's items 'P4a' or 'P4.1'. */

/**
 * The first free code behind one: 'P4b' behind 'P4a', 'P4.2' behind 'P4.1', 'P5' behind 'P4', or 'P6' where a question
 * is P5 already.
 */
export function nextCode(codigo: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  let next = codeBehind(codigo);
  while (used.has(next.toLowerCase())) next = codeBehind(next);
  return next;
}

function codeBehind(codigo: string): string {
  const letter = /^(.*\d)([a-y])$/iu.exec(codigo);
  if (letter) return `${letter[1]}${String.fromCharCode((letter[2] ?? '').charCodeAt(0) + 1)}`;
  // Behind the last letter the count goes on: no code is another question's number.
  if (/^.*\dz$/iu.test(codigo)) return `${codigo.slice(0, -1)}.27`;
  const number = /^(.*?)(\d+)$/u.exec(codigo);
  return number ? `${number[1]}${Number(number[2]) + 1}` : 'P1';
}
