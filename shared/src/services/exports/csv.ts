/**
 * CSV for a Brazilian Excel: byte order mark, ';', CRLF, decimal comma, dd/MM/yyyy HH:mm. An apostrophe protects text
 * that looks like a formula.
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

/** Typed text, protected from formula evaluation. */
export function csvText(text: string): string {
  return cellText(looksLikeFormula(text) ? `'${text}` : text);
}

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

/** Quotes a cell if needed, also for a lone CR or LF, which ends Excel's line. */
const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

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

/** Streams a CSV file. @param titulos the first line */
export async function* writeCsv(
  titulos: readonly string[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `\ufeff${csvLines([titulos])}`;
  for await (const rows of batches) if (rows.length > 0) yield csvLines(rows);
}
