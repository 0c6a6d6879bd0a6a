import { type CellObject, read, set_cptable, type WorkBook } from '@e965/xlsx';
import * as cptable from '@e965/xlsx/dist/cpexcel';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { UnreadableError } from '../unreadable.ts';
import { formatOf, type Modo, shownCell } from './shown.ts';
import type { Folhas } from './table.ts';

function showCell(cell: CellObject | undefined, from1904: boolean, modo: Modo): string {
  if (cell === undefined || cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'e') return '#N/D';
  if (typeof cell.v === 'boolean') return cell.v ? 'VERDADEIRO' : 'FALSO';
  if (typeof cell.v === 'number') return shownCell(cell.v, formatOf(cell.z), from1904, modo);
  return String(cell.v);
}

async function* rowsOf(
  cells: readonly (readonly (CellObject | undefined)[] | undefined)[],
  from1904: boolean,
  modo: Modo,
): AsyncGenerator<LinhaLida[]> {
  // The library's array has gaps for blank rows.
  for (const key of Object.keys(cells)) {
    const row = cells[Number(key)];
    if (row)
      yield [{ n: Number(key) + 1, celulas: Array.from(row, (cell) => showCell(cell, from1904, modo)) }];
  }
}

function open(bytes: Buffer): WorkBook {
  // Sets code page tables for files of Excel 5 and 95, which state their code page.
  set_cptable(cptable);
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    });
  } catch (error) {
    if (error instanceof Error && /password-protected|ECMA-376/u.test(error.message))
      throw new UnreadableError('A planilha está protegida por senha. Salve uma cópia sem senha e envie-a.');
    throw new UnreadableError('A planilha está danificada e não pôde ser aberta. Envie outra cópia.');
  }
}

/**
 * Opens the sheets of an .xls of Excel 5 to 2003, with formulas' saved values.
 * @throws UnreadableError if it is damaged or protected
 */
export function sheetsOfXls(bytes: Buffer, modo: Modo): Folhas {
  const book = open(bytes);
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  const hidden = (index: number): boolean => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const folhas = book.SheetNames.map((nome, index) => ({
    oculta: hidden(index),
    nome,
    rows: () => rowsOf((book.Sheets[nome]?.['!data'] ?? []) as (CellObject | undefined)[][], from1904, modo),
    // This format stores a value with each formula.
    semValor: () => [],
  }));
  return { formato: 'xls', de1904: from1904, folhas };
}
