/**
 * Finds a sheet's heading and decides if the sheet lists calls. A module of its own, so that readers of a sheet need
 * not load the code that recognises columns.
 */
import type { LinhaLida } from '../survey-file/rows/sheet.ts';
import { plainCell, readMoment, readNumber } from './cells.ts';
import type { OrigemPlanilha } from './fields.ts';
import { firstPhone } from './phone-text.ts';
import { asteriskTitles, destinationOf, knownSheet, LARGURA_ASTERISK } from './titles.ts';

export const PROCURA_CABECALHO = 50;

const LETTER = /\p{L}/u;
export const isDate = (text: string): boolean => {
  const read = readMoment(text, 'dma', false);
  return 'valor' in read || 'valor' in readMoment(text, 'mda', false);
};
/** True for a date with separators and without letters, because eight bare digits may be a phone. */
export const looksLikeDate = (text: string): boolean =>
  /[-/:.]/u.test(text) && LETTER.test(text) === false && isDate(text);
export const isPhone = (text: string): boolean =>
  /^\D*(?:\d\D*){8,15}$/u.test(firstPhone(text)) && 'valor' in readNumber(text);

/** Scores a row as heading: 2 with known titles, 1 with several texts that are neither dates nor phones, else 0. */
function headingScore(celulas: readonly string[]): 0 | 1 | 2 {
  const filled = celulas.map(plainCell).filter((text) => text !== '');
  if (filled.some((text) => looksLikeDate(text) || isPhone(text))) return 0;
  if (filled.filter((text) => destinationOf(text) !== null).length >= 2) return 2;
  return filled.filter((text) => LETTER.test(text)).length >= 2 && filled.length >= 2 ? 1 : 0;
}

const isAsteriskRow = (celulas: readonly string[]): boolean =>
  celulas.length >= LARGURA_ASTERISK.min &&
  celulas.length <= LARGURA_ASTERISK.max &&
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(plainCell(celulas[9] ?? '')) &&
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(plainCell(celulas[11] ?? '')) &&
  /^\d+$/u.test(plainCell(celulas[12] ?? '')) &&
  /^\d+$/u.test(plainCell(celulas[13] ?? ''));

export type Cabecalho = {
  n: number | null;
  titulos: string[];
  origem: OrigemPlanilha | null;
};

/** Names a column: 0 → A, 26 → AA. */
const letters = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : letters(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));

/** Finds a sheet's heading. @param first rows, of which PROCURA_CABECALHO are searched */
export function findHeading(first: readonly LinhaLida[]): Cabecalho {
  const rows = first.slice(0, PROCURA_CABECALHO);
  const [top] = rows;
  if (top && isAsteriskRow(top.celulas))
    return { n: null, titulos: asteriskTitles(top.celulas.map(plainCell)), origem: 'asterisk' };
  const scored = rows.map((row) => ({ row, score: headingScore(row.celulas) }));
  // Rows with known titles come first, because a title above the table may fill two cells.
  const found =
    scored.find(({ score }) => score === 2) ??
    scored
      .slice(
        0,
        scored.findIndex(({ row }) => row.celulas.some((cell) => looksLikeDate(plainCell(cell)))) + 1 ||
          rows.length,
      )
      .find(({ score }) => score === 1);
  if (found) {
    const titulos = found.row.celulas.map(plainCell);
    return { n: found.row.n, titulos, origem: knownSheet(titulos)?.origem ?? null };
  }
  const width = Math.max(0, ...rows.map(({ celulas }) => celulas.length));
  return {
    n: null,
    titulos: Array.from({ length: width }, (_, index) => `Coluna ${letters(index)}`),
    origem: null,
  };
}

/** True for a known program's sheet, titles for number and start, or a row with a date and a phone number. */
export function holdsCalls(first: readonly LinhaLida[]): boolean {
  const { n, titulos, origem } = findHeading(first);
  const below = first.filter((row) => n === null || row.n > n);
  if (below.length === 0) return false;
  if (origem !== null) return true;
  const named = new Set(titulos.map(destinationOf));
  const has = (...campos: ReturnType<typeof destinationOf>[]): boolean =>
    campos.some((campo) => named.has(campo));
  if (has('numero', 'origem', 'destino') && has('inicio', 'dia')) return true;
  return below.some(({ celulas }) => {
    const cells = celulas.map(plainCell);
    return cells.some(looksLikeDate) && cells.some((cell) => isPhone(cell) && !looksLikeDate(cell));
  });
}
