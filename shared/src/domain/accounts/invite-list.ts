/** People to invite, pasted or from a file: one a line, `nome;e-mail`, a phone after it if somebody likes. */

/** Most lines of one list. */
export const CONVITES_MAX = 500;

export type LinhaDeConvite = {
  /** Its number in the list as given, from 1. */
  linha: number;
  nome: string;
  /** Lower case. */
  email: string;
};
export type LinhaInvalida = { linha: number; texto: string; motivo: string };

const NOME_MAX = 200;
/** Most characters of one line: more than a name and an address may hold. A line of nothing but separators is not taken apart. */
const LINHA_MAX = 1000;
const isHeading = (cell: string): boolean => /^(e-?mail|correio)$/i.test(cell);

/** Between quotes, as a spreadsheet saves a cell that has a separator or quotes (doubled) in it. */
const QUOTED = /"(?:[^"]|"")*"/g;

/** The cells of a line: tabs as a spreadsheet copies them, semicolons as one saves them, commas where neither is. */
export function cellsOf(line: string): string[] {
  const bare = line.replace(QUOTED, '');
  const separator = bare.includes('\t') ? '\t' : bare.includes(';') ? ';' : ',';
  const cells = [''];
  let quoted = false;
  // A quote without its other half is a letter like any other.
  const quotes = !bare.includes('"');
  for (const letter of line) {
    if (letter === '"' && quotes) quoted = !quoted;
    if (letter === separator && !quoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
}

/**
 * Reads a list. Blank lines and a line of headings count for nothing. `isEmail`: whether a text, in lower case, is an address.
 * @returns `excesso`: there are more lines than CONVITES_MAX, and none was read
 */
export function readInviteList(
  text: string,
  isEmail: (address: string) => boolean,
): { convites: LinhaDeConvite[]; invalidas: LinhaInvalida[]; excesso: boolean } {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ linha: index + 1, texto: line.trim() }))
    .filter(({ texto }) => texto !== '');
  const first = lines[0];
  if (first && first.texto.length <= LINHA_MAX && isHeading(cellsOf(first.texto)[1] ?? '')) lines.shift();
  if (lines.length > CONVITES_MAX) return { convites: [], invalidas: [], excesso: true };
  const seen = new Map<string, number>();
  const convites: LinhaDeConvite[] = [];
  const invalidas: LinhaInvalida[] = [];
  for (const { linha, texto } of lines) {
    if (texto.length > LINHA_MAX) {
      invalidas.push({ linha, texto: texto.slice(0, 300), motivo: 'Linha com mais de 1.000 caracteres.' });
      continue;
    }
    const [nome = '', address = ''] = cellsOf(texto);
    const email = address.toLowerCase();
    const before = seen.get(email);
    const motivo =
      address === ''
        ? 'Falta o e-mail: use nome;e-mail.'
        : !isEmail(email)
          ? 'E-mail inválido.'
          : nome === ''
            ? 'Falta o nome: use nome;e-mail.'
            : nome.length > NOME_MAX
              ? `Nome com mais de ${NOME_MAX} caracteres.`
              : before !== undefined
                ? `E-mail repetido: já está na linha ${before}.`
                : null;
    if (motivo !== null) {
      invalidas.push({ linha, texto: texto.slice(0, 300), motivo });
      continue;
    }
    seen.set(email, linha);
    convites.push({ linha, nome, email });
  }
  return { convites, invalidas, excesso: false };
}
