/** Reads people to invite: `nome;e-mail` per line, optionally a phone. */

export const CONVITES_MAX = 500;

export type LinhaDeConvite = {
  /** From 1. */
  linha: number;
  nome: string;
  email: string;
};
export type LinhaInvalida = { linha: number; texto: string; motivo: string };

const NOME_MAX = 200;
/** Maximum characters of a line that is split into cells. */
const LINHA_MAX = 1000;
const isHeading = (cell: string): boolean => /^(e-?mail|correio)$/i.test(cell);

/** Programs quote cells that contain separators or quotes, and double the inner quotes. */
const QUOTED = /"(?:[^"]|"")*"/g;

/** Splits a line at tabs, else at semicolons, else at commas. */
export function cellsOf(line: string): string[] {
  const bare = line.replace(QUOTED, '');
  const separator = bare.includes('\t') ? '\t' : bare.includes(';') ? ';' : ',';
  const cells = [''];
  let quoted = false;
  // An unpaired quote counts as an ordinary character.
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
 * Reads a list, except blank lines and the heading. `isEmail` checks lower-case text.
 * @returns `excesso`: true if there are more lines than CONVITES_MAX; no line is then read
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
        ? `Falta o ${isEmail(nome.toLowerCase()) ? 'nome' : 'e-mail'}: use nome;e-mail.`
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
