import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { CELL_MAX, type Row } from './cells.ts';
import { csvCell, csvText, writeCsv } from './csv.ts';
import { HOSTILE } from './hostile-cells.ts';

async function fileOf(titulos: readonly string[], batches: Iterable<readonly Row[]>): Promise<string> {
  let text = '';
  for await (const piece of writeCsv(titulos, batches)) text += piece;
  return text;
}
const read = (text: string): string[][] =>
  parse(Buffer.from(text), { bom: true, delimiter: ';', record_delimiter: ['\r\n', '\n', '\r'] });

describe('a text', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SOMA(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u200b=1',
    '\ufeff\u200d =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SOMA(A1)',
    '\u200b＝1',
  ])('that a spreadsheet may take for a formula is kept as text: %j', (text) => {
    expect(csvText(text)).toBe(`'${text}`);
  });

  it.each(['', 'Compra', '1=1', 'a@b.co', '\u200bCompra', '100 - 20'])(
    'of another kind stays as it is: %j',
    (text) => {
      expect(csvText(text)).toBe(text);
    },
  );

  it('that no cell can hold is replaced where it is wrong, and cut with a mark where it is too long', () => {
    expect(csvText('a\u0000b\u0007c\ud800d\uffff')).toBe('a\ufffdb\ufffdc\ufffdd\ufffd');
    const long = csvText('ç'.repeat(40_000));
    expect(long).toHaveLength(CELL_MAX);
    expect(long).toMatch(/ç … \[cortado: o texto tem 40\.000 caracteres\]$/);
    for (const shift of ['', 'a']) {
      expect(csvText(`${shift}${'😀'.repeat(20_000)}`)).not.toMatch(/\p{Cs}/u);
    }
  });
});

it.each([
  [1234.5, '1234,5'],
  [-3, '-3'],
  [0.1, '0,1'],
  [1e-7, '0,0000001'],
  [1e21, '1000000000000000000000'],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
  [{ numero: 1200, casas: 2 } as const, '1200,00'],
  [{ numero: 33.34, casas: 1 } as const, '33,3'],
  [null, ''],
  // 22:30 in São Paulo is the next day in Greenwich; summer time was UTC-2.
  [new Date('2026-01-02T01:30:00Z'), '01/01/2026 22:30'],
  [new Date('2018-12-31T23:59:00Z'), '31/12/2018 21:59'],
  [new Date(Number.NaN), ''],
  [{ dia: '2026-03-09' }, '09/03/2026'],
  [{ dia: '=1' }, "'=1"],
])('%j is written as %j', (cell, text) => {
  expect(csvCell(cell)).toBe(text);
});

it('what another program reads is what was written, whatever stands in the cells', async () => {
  const rows: Row[] = HOSTILE.map((text, n) => [text, n, text]);
  const text = await fileOf(
    ['Texto; com ponto e vírgula', 'Nº', '=CMD()'],
    [rows.slice(0, 5), [], rows.slice(5)],
  );
  expect(text.startsWith('\ufeff')).toBe(true);
  const [head, ...lines] = read(text);
  expect(head).toEqual(['Texto; com ponto e vírgula', 'Nº', "'=CMD()"]);
  expect(lines).toEqual(HOSTILE.map((one, n) => [csvText(one), String(n), csvText(one)]));
  for (const line of lines) for (const cell of line) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
});

it('asks for rows as they are taken, and ends their source when nobody takes more', async () => {
  let asked = 0;
  let ended = false;
  async function* source(): AsyncGenerator<Row[]> {
    try {
      for (;;) {
        asked += 1;
        yield [[asked]];
      }
    } finally {
      ended = true;
    }
  }
  const file = writeCsv(['n'], source());
  await file.next();
  expect(asked).toBe(0);
  expect((await file.next()).value).toBe('1\r\n');
  expect(asked).toBe(1);
  await file.return(undefined);
  expect(ended).toBe(true);
});
