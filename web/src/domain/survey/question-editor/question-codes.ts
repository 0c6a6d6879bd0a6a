/** Codes of questions: 'P4', or 'P4a' and 'P4.1' for the items of a battery. */

/** The next free code: 'P4b' after 'P4a', 'P4.2' after 'P4.1', 'P5' after 'P4' ('P6' if P5 is taken). */
export function nextCode(codigo: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  let next = codeBehind(codigo);
  while (used.has(next.toLowerCase())) next = codeBehind(next);
  return next;
}

function codeBehind(codigo: string): string {
  const letter = /^(.*\d)([a-y])$/iu.exec(codigo);
  if (letter) return `${letter[1]}${String.fromCharCode((letter[2] ?? '').charCodeAt(0) + 1)}`;
  // After 'P4z', the 26th letter, comes 'P4.27', because a plain number such as 'P5' would be another question's code.
  if (/^.*\dz$/iu.test(codigo)) return `${codigo.slice(0, -1)}.27`;
  const number = /^(.*?)(\d+)$/u.exec(codigo);
  return number ? `${number[1]}${Number(number[2]) + 1}` : 'P1';
}
