/**
 * A workbook as the lines that somebody would paste out of it. Read in this page: it is the person's own file, and
 * nothing of it is kept.
 */
import type { CellObject, WorkSheet } from '@e965/xlsx';

type Xlsx = typeof import('@e965/xlsx');

const SENHA = 'Esta planilha tem senha: salve sem senha e envie de novo.';
export const ILEGIVEL = 'Não foi possível ler esta planilha.';

/** True if a name is a workbook's: anything else is read as a text. */
export const isWorkbook = (nome: string): boolean => /\.xlsx?$/iu.test(nome);

const two = (n: number): string => String(n).padStart(2, '0');

/**
 * A cell as a person reads it: a day as dd/mm/aaaa, with its time where it has one; a number without the signs of its
 * format.
 */
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
  // A registration '00017' is a number that is shown with its zeros.
  return /^0+$/.test(format) ? (cell.w ?? String(cell.v)) : String(cell.v);
}

/** A cell for a line: it neither ends the line nor begins another cell. */
function cellText(text: string): string {
  const plain = text.replace(/[\t\r\n]+/g, ' ').trim();
  return /[;,"]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The lines of one sheet, up to the last that says something. */
function linesOf(xlsx: Xlsx, sheet: WorkSheet, max: number, date1904: boolean): string {
  const { s, e } = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1');
  const lines: string[] = [];
  // From the first row: '!ref' begins where the first cell stands, and lines are told by their number.
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
 * The lines of a workbook's first sheet that says something, cells between tabs; lines keep their numbers. '': none
 * does.
 * @param max most lines that are looked at
 * @returns also why it cannot be read, for people
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
