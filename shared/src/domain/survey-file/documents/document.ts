/** Position on a printed page: `pagina` from 1; the box in shares (0 to 1) of the page from its upper left corner. */
export type Lugar = { pagina: number; x: number; y: number; largura: number; altura: number };

/** Content of a document in any format, in reading order. */
export type Bloco =
  | {
      tipo: 'linha';
      texto: string;
      /** True at the end of a paragraph; else the next line may continue the sentence. */
      fim: boolean;
      /** Parts that a tab or a wide gap separates, such as an option and its code in columns. */
      celulas?: string[];
      /** Absent for documents without pages (Word, text). */
      lugar?: Lugar;
      /** True if reading order is ambiguous, because texts stand side by side without numbers. */
      incerta?: boolean;
    }
  | { tipo: 'tabela'; linhas: string[][]; lugares?: (Lugar | null)[] };

/** Longest line, characters; the rest becomes another line. */
const LINHA = 2000;

export const isTooLong = (texto: string): boolean => texto.length > LINHA;

/** Splits a text into lines of at most LINHA characters. */
export function piecesOfLine(texto: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < texto.length; from += LINHA) pieces.push(texto.slice(from, from + LINHA));
  return pieces;
}

const GAP = /\t+|[\u00a0\u2007\u202f ]{3,}/u;
const plain = (text: string): string =>
  text
    .replace(/[\u00a0\u2007\u202f\t ]+/g, ' ')
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .trim();

/** A text's lines with their parts; a blank line ends a paragraph. */
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
