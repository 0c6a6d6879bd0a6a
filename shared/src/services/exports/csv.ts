/**
 * CSV as a Brazilian Excel opens it by a double click: a byte order mark for the accents, ';' between columns, CRLF, a comma before
 * decimals, dd/MM/yyyy HH:mm of São Paulo. A text that a spreadsheet may take for a formula has an apostrophe before it; a number is one.
 */
import {
  type Cell,
  cellText,
  clockOf,
  digitsOf,
  isDay,
  looksLikeFormula,
  partsOfDay,
  type Row,
} from './cells.ts';

const numberText = (n: number, casas?: number): string => digitsOf(n, casas)?.replace('.', ',') ?? '';

/** A text that people wrote, as a cell: a spreadsheet must not take it for a formula. */
export function csvText(text: string): string {
  return cellText(looksLikeFormula(text) ? `'${text}` : text);
}

/** What a cell says in the file, before it is quoted. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return csvText(cell);
  if (typeof cell === 'number') return numberText(cell);
  if (cell instanceof Date) {
    const at = clockOf(cell);
    return at ? `${at.dia}/${at.mes}/${at.ano} ${at.hora}:${at.minuto}` : '';
  }
  if (isDay(cell)) return partsOfDay(cell.dia) ? cell.dia.split('-').reverse().join('/') : csvText(cell.dia);
  return numberText(cell.numero, cell.casas);
}

/** What is quoted: a line break by itself too, which ends a line to Excel whatever the others end with. */
const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lines of the file, each with its end. */
export function csvLines(rows: readonly Row[]): string {
  let lines = '';
  for (const row of rows) {
    for (let n = 0; n < row.length; n += 1) {
      lines += `${n > 0 ? ';' : ''}${quoted(csvCell(row[n] ?? null))}`;
    }
    lines += '\r\n';
  }
  return lines;
}

/**
 * A file, piece by piece: each batch of rows is asked for when what was made of the one before it has been taken.
 * @param titulos first line
 */
export async function* writeCsv(
  titulos: readonly string[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `\ufeff${csvLines([titulos])}`;
  for await (const rows of batches) if (rows.length > 0) yield csvLines(rows);
}
