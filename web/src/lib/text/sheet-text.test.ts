import { utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { ILEGIVEL, isWorkbook, readWorkbookText } from './sheet-text.ts';

/** 01/10/2026 and 15/11/2026 14:30 as a workbook's day numbers. */
const [OCTOBER, NOVEMBER] = [46_296, 46_341 + 14.5 / 24];

function workbook(bookType: 'xlsx' | 'biff8'): Blob {
  const sheet = utils.aoa_to_sheet([
    ['Nome', 'Matrícula', 'Ramal', 'De', 'Até'],
    ['Souza, Ana "Nina"', { t: 'n', v: 17, z: '00000' }, 1023, { t: 'n', v: OCTOBER, z: 'dd/mm/yyyy' }],
    [],
    ['Bruno\nAlves', null, '2002', null, { t: 'n', v: NOVEMBER, z: 'dd/mm/yyyy hh:mm' }],
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Vazia');
  utils.book_append_sheet(book, sheet, 'Agentes');
  return new Blob([write(book, { bookType, type: 'array' }) as ArrayBuffer]);
}

async function linesOf(file: Blob, max: number): Promise<string[]> {
  const read = await readWorkbookText(file, max);
  return 'text' in read ? read.text.split('\n') : [read.problem];
}

it.each(['xlsx', 'biff8'] as const)('reads what a %s says as it would be pasted', async (kind) => {
  expect(await linesOf(workbook(kind), 100)).toEqual([
    'Nome\tMatrícula\tRamal\tDe\tAté',
    '"Souza, Ana ""Nina"""\t00017\t1023\t01/10/2026',
    '',
    'Bruno Alves\t\t2002\t\t15/11/2026 14:30',
  ]);
});

it('reads no more lines than asked for, and says what it cannot read', async () => {
  expect(await linesOf(workbook('xlsx'), 2)).toHaveLength(2);
  const broken = new Blob(['PK\u0003\u0004 quebrada']);
  expect(await readWorkbookText(broken, 2)).toEqual({ problem: ILEGIVEL });
  expect([isWorkbook('A.XLS'), isWorkbook('a.xlsx'), isWorkbook('a.csv')]).toEqual([true, true, false]);
});
