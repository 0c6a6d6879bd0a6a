/**
 * Reads a workbook as lines of text, as if its cells were pasted. Runs in the browser, and stores nothing of the file.
 */
import type { CellObject, WorkSheet } from '@e965/xlsx';

type Xlsx = typeof import('@e965/xlsx');

const SENHA = 'Esta planilha tem senha. Salve uma cópia sem senha e envie-a.';
export const ILEGIVEL = 'Não foi possível ler esta planilha. Salve uma cópia .xlsx e envie-a.';

/** True for a workbook's name; other files are read as text. */
export const isWorkbook = (nome: string): boolean => /\.xlsx?$/iu.test(nome);

const two = (n: number): string => String(n).padStart(2, '0');

/** A cell as shown: a day as dd/mm/aaaa, with its time if any; a number without the signs that its format adds. */
function textOf(xlsx: Xlsx, cell: CellObject | undefined, date1904: boolean): string {
  if (!cell || cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'e') return cell.w ?? '';
  if (cell.t !== 'n' || typeof cell.v !== 'number') return String(cell.v);
  const format = typeof cell.z === 'string' ? cell.z : '';
  if (xlsx.SSF.is_date(format)) {
    const at = xlsx.SSF.parse_date_code(cell.v, { date1904 });
    if (!at) return cell.w ?? String(cell.v);
    const day = `${two(at.d)}/${two(at.m)}/${at.y}`;
    return at.H + at.M + at.S === 0 ? day : `${day} ${two(at.H)}:${two(at.M)}`;
  }
  // A number whose format is only zeros keeps its leading zeros, like the registration number '00017'.
  return /^0+$/.test(format) ? (cell.w ?? String(cell.v)) : String(cell.v);
}

/** Prepares a cell's text for a line: without tabs and line breaks, and in quotes if it contains a separator. */
function cellText(text: string): string {
  const plain = text.replace(/[\t\r\n]+/g, ' ').trim();
  return /[;,"]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The lines of a sheet, up to the last line that is not blank. */
function linesOf(xlsx: Xlsx, sheet: WorkSheet, max: number, date1904: boolean): string {
  const { s, e } = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1');
  const lines: string[] = [];
  // Starts at the sheet's first row, not at the first filled cell ('!ref'), so that line numbers equal row numbers.
  for (let r = 0; r <= Math.min(e.r, max - 1); r += 1) {
    const cells: string[] = [];
    for (let c = s.c; c <= e.c; c += 1) {
      cells.push(cellText(textOf(xlsx, sheet[xlsx.utils.encode_cell({ r, c })], date1904)));
    }
    lines.push(cells.join('\t').trimEnd());
  }
  return lines.join('\n').trimEnd();
}

/**
 * The lines of a workbook's first sheet that is not blank, with cells separated by tabs; line numbers equal row
 * numbers.
 * @param max greatest number of lines read
 * @returns the text, '' if all sheets are blank; or `problem`, the reason to show if the workbook cannot be read
 */
export async function readWorkbookText(
  file: Blob,
  max: number,
): Promise<{ text: string } | { problem: string }> {
  const [xlsx, bytes] = await Promise.all([import('@e965/xlsx'), file.arrayBuffer()]);
  try {
    const book = xlsx.read(bytes, { type: 'array', cellNF: true, cellHTML: false, sheetRows: max });
    const date1904 = book.Workbook?.WBProps?.date1904 === true;
    for (const name of book.SheetNames) {
      const sheet = book.Sheets[name];
      const text = sheet ? linesOf(xlsx, sheet, max, date1904) : '';
      if (text !== '') return { text };
    }
    return { text: '' };
  } catch (error) {
    return { problem: /password-protected/i.test(String(error)) ? SENHA : ILEGIVEL };
  }
}
