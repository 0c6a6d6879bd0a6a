/** How options stand in a document: behind boxes, codes or letters, one a line or several in one. */

export type OpcaoEscrita = { texto: string; valor: number | null };

const BOX = /(?:\(\s*\)|\[\s*\]|\(_+\)|[☐□○◯❏❑▢⬜])\s*/u;
const BOXES = new RegExp(BOX.source, 'gu');

/** `( ) A ( ) B`, `[ ] A`, `☐ A`; a code may follow the box: `( ) 1. A`. */
function boxed(line: string): OpcaoEscrita[] | null {
  if (!new RegExp(`^${BOX.source}`, 'u').test(line)) {
    // A code before the box: `1 ( ) Sim   2 ( ) Não`.
    const before = line
      .split(/(?=(?:^|\s)\d{1,3}\s*[-–.)]?\s*(?:\(\s*\)|\[\s*\]))/u)
      .map((part) => part.trim());
    const options = before.map((part) => /^(\d{1,3})\s*[-–.)]?\s*(?:\(\s*\)|\[\s*\])\s*(.+)$/u.exec(part));
    if (options.length === 0 || options.some((hit) => hit === null)) return null;
    return options.map((hit) => ({ texto: (hit?.[2] ?? '').trim(), valor: Number(hit?.[1]) }));
  }
  const texts = line
    .split(BOXES)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return texts.map((texto) => {
    const coded = /^(\d{1,3})\s*[-–.):=]\s*(.+)$/u.exec(texto);
    return coded ? { texto: coded?.[2] ?? '', valor: Number(coded[1]) } : { texto, valor: null };
  });
}

/** `1 - Sim   2 - Não   99 - NS/NR`: at least two, their codes rising. `parts`: splits before each code. */
function several(
  line: string,
  split: RegExp,
  one: RegExp,
  code: (mark: string) => number,
): OpcaoEscrita[] | null {
  const parts = line.split(split).map((part) => part.trim());
  const hits = parts.map((part) => one.exec(part));
  if (hits.length < 2 || hits.some((hit) => hit === null)) return null;
  const options = hits.map((hit) => ({ texto: (hit?.[2] ?? '').trim(), valor: code(hit?.[1] ?? '') }));
  return options.every(({ valor }, index) => index === 0 || valor > (options[index - 1]?.valor ?? 0))
    ? options
    : null;
}

const letter = (mark: string): number => mark.toLowerCase().charCodeAt(0) - 96;

const NUMBERS = /\s+(?=\d{1,3}\s*[-–.):=]\s*\p{L})/u;
const NUMBER = /^(\d{1,3})\s*[-–.):=]\s*(\S.*)$/u;
const LETTERS = /\s+(?=\(?[a-zA-Z]\)\s*\S)/u;
const LETTER = /^\(?([a-zA-Z])\)\s*(\S.*)$/u;

/**
 * The options that a line holds; null where it holds none.
 * @param expected the code that the next option of this question would have, from its list so far: a single coded line is an option only
 * where it goes on with a list ('2 - Não' after '1 - Sim'), or begins one
 */
export function optionsOf(line: string, expected: { numero: number; letra: number }): OpcaoEscrita[] | null {
  const inBoxes = boxed(line);
  if (inBoxes) return inBoxes;
  const numbered = several(line, NUMBERS, NUMBER, Number);
  if (numbered && ((numbered[0]?.valor ?? 0) <= 1 || (numbered[0]?.valor ?? 0) >= expected.numero))
    return numbered;
  const lettered = several(line, LETTERS, LETTER, letter);
  if (lettered && ((lettered[0]?.valor ?? 0) === 1 || (lettered[0]?.valor ?? 0) === expected.letra))
    return lettered;
  const byLetter = /^\(?([a-zA-Z])\)\s+(\S.*)$/u.exec(line);
  if (byLetter && letter(byLetter?.[1] ?? '') === expected.letra)
    return [{ texto: (byLetter?.[2] ?? '').trim(), valor: expected.letra }];
  const bullet = /^[•●▪◦‣·*–—-]\s+(\S.*)$/u.exec(line);
  if (bullet) return [{ texto: (bullet?.[1] ?? '').trim(), valor: null }];
  return null;
}

/** A line that begins with a number, as options and questions do. */
export function numberedLine(line: string): { numero: number; sinal: string; texto: string } | null {
  const hit = /^(\d{1,3})\s*([-–—.):=º°]+)\s*(\S.*)$/u.exec(line);
  if (!hit) return null;
  const [, numero, sinal = '', texto = ''] = hit;
  return { numero: Number(numero), sinal: sinal.replace(/[–—]/gu, '-'), texto: texto.trim() };
}
