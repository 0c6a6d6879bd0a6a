/** A line's place on a printed page: `pagina` from 1, the box in shares of the page's width and height (0 to 1), from its upper left corner. */
export type Lugar = { pagina: number; x: number; y: number; largura: number; altura: number };

/** What a document says, whatever it was written with: its lines in reading order, and its tables. */
export type Bloco =
  | {
      tipo: 'linha';
      texto: string;
      /** The paragraph ends here. What follows a line without it may go on with the same sentence (a page's own line break). */
      fim: boolean;
      /** The line's parts, where a tab or a wide gap stands between them: an option and its code in a column of their own. */
      celulas?: string[];
      /** Absent where the document has no pages (Word, text). */
      lugar?: Lugar;
      /** Its page has another order that fits as well: texts beside each other that no number puts in one. */
      incerta?: boolean;
    }
  | { tipo: 'tabela'; linhas: string[][]; lugares?: (Lugar | null)[] };

/** Longest line; a longer one goes on as another. */
const LINHA = 2000;

/** Tells whether a text is longer than any line that is read. */
export const isTooLong = (texto: string): boolean => texto.length > LINHA;

/** A text in pieces of the length of a line. */
export function piecesOfLine(texto: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < texto.length; from += LINHA) pieces.push(texto.slice(from, from + LINHA));
  return pieces;
}

/** What stands between the parts of a line. */
const GAP = /\t+|[\u00a0\u2007\u202f ]{3,}/u;
const plain = (text: string): string =>
  text
    .replace(/[\u00a0\u2007\u202f\t ]+/g, ' ')
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .trim();

/** A text's lines, each with its parts where a tab or a wide gap stands between them: a blank one ends a paragraph. */
export function blocksOfText(text: string): Bloco[] {
  const lines = text.split(/\r\n?|\n|\u2028|\u2029|\f/);
  const blocks: Bloco[] = [];
  for (const line of lines) {
    const texto = plain(line);
    const last = blocks.at(-1);
    const celulas = isTooLong(texto)
      ? []
      : line
          .split(GAP)
          .map(plain)
          .filter((cell) => cell !== '');
    for (const piece of piecesOfLine(texto))
      blocks.push({ tipo: 'linha', texto: piece, fim: false, ...(celulas.length > 1 && { celulas }) });
    if (texto === '' && last?.tipo === 'linha') last.fim = true;
  }
  const last = blocks.at(-1);
  if (last?.tipo === 'linha') last.fim = true;
  return blocks;
}
