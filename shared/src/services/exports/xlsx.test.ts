import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { read, SSF, utils } from '@e965/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { cellText, type Row } from './cells.ts';
import { HOSTILE } from './hostile-cells.ts';
import { columnName, type Planilha, writeXlsx } from './xlsx.ts';

async function fileOf(...given: Parameters<typeof writeXlsx>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of writeXlsx(...given)) parts.push(part);
  return Buffer.concat(parts);
}
const sheet = (linhas: Planilha['linhas'], ...titulos: string[]): Planilha => ({
  nome: 'Respostas',
  colunas: titulos.map((titulo) => ({ titulo })),
  linhas,
});
const cellsOf = (file: Buffer, name = 'Respostas') => read(file, { cellNF: true }).Sheets[name] ?? {};
/** Expected text: one character per line break, refused characters replaced. */
const asRead = (text: string) => cellText(text).replace(/\r\n?/g, '\n');

describe('cells', () => {
  it('have types: numbers, days and moments of São Paulo are no texts', async () => {
    const row: Row = [
      3.5,
      new Date('2026-01-02T01:30:00Z'),
      { dia: '2026-03-09' },
      { numero: 1200, casas: 2 },
      '3,5',
      null,
      -0.25,
      1e21,
      Number.NaN,
      { dia: '1899-01-01' },
      { dia: '31/02/2026' },
    ];
    const cells = cellsOf(await fileOf([sheet([[row]], ...row.map((_, n) => `C${n}`))]));
    const at = (ref: string) => ({ t: cells[ref]?.t, v: cells[ref]?.v, z: cells[ref]?.z });
    expect(at('A2')).toMatchObject({ t: 'n', v: 3.5 });
    expect(at('B2')).toMatchObject({ t: 'n', z: 'dd/mm/yyyy\\ hh:mm' });
    // 22:30 of the previous day in São Paulo.
    expect(SSF.parse_date_code(cells.B2?.v)).toMatchObject({ y: 2026, m: 1, d: 1, H: 22, M: 30 });
    expect(at('C2')).toMatchObject({ t: 'n', z: 'dd/mm/yyyy' });
    expect(SSF.parse_date_code(cells.C2?.v)).toMatchObject({ y: 2026, m: 3, d: 9, H: 0, M: 0 });
    expect(at('D2')).toMatchObject({ t: 'n', v: 1200, z: '#,##0.00' });
    expect(at('E2')).toMatchObject({ t: 's', v: '3,5', z: '@' });
    expect(cells.F2).toBeUndefined();
    expect(at('G2')).toMatchObject({ t: 'n', v: -0.25 });
    expect(at('H2')).toMatchObject({ t: 'n', v: 1e21 });
    expect(cells.I2).toBeUndefined();
    expect(at('J2')).toMatchObject({ t: 's', v: '01/01/1899' });
    expect(at('K2')).toMatchObject({ t: 's', v: '31/02/2026' });
  });

  it('hold whatever people typed as text, as two other programs read it, and no formula', async () => {
    const file = await fileOf([sheet([HOSTILE.map((text) => [text])], '=TÍTULO')]);
    const cells = cellsOf(file);
    expect(cells.A1?.v).toBe('=TÍTULO');
    const other = (await readXlsx(file)).sheets[0]?.rows ?? [];
    for (const [n, text] of HOSTILE.entries()) {
      const cell = cells[`A${n + 2}`];
      expect(cell, text.slice(0, 40)).toMatchObject({ t: 's', z: '@' });
      expect(cell?.f).toBeUndefined();
      expect(other[n + 1]?.[0]).toBe(asRead(text));
      // SheetJS does not decode '_x005F_'; Excel and hucre do.
      expect(String(cell?.v).replace(/_x005F_/g, '_')).toBe(asRead(text));
    }
  });
});

async function unpacked(file: Buffer): Promise<{ path: string; text: string }[]> {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  const found: { path: string; text: string }[] = [];
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    expect(crc32(bytes), entry.fileName).toBe(entry.crc32);
    found.push({ path: entry.fileName, text: bytes.toString() });
  }
  return found;
}

it('is a sound archive of well-formed XML, the kinds of its parts first', async () => {
  const parts = await unpacked(await fileOf([sheet([HOSTILE.map((text) => [text, 1])], 'Texto', 'Número')]));
  expect(parts.map(({ path }) => path)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
  ]);
  for (const { path, text } of parts) {
    expect(() => new SaxesParser().write(text).close(), path).not.toThrow();
  }
});

describe('sheets', () => {
  it('follow each other, with names that Excel takes', async () => {
    const one = { colunas: [{ titulo: 'A', largura: 30 }], linhas: [[['x']]] };
    const file = await fileOf([
      { ...one, nome: 'Livro de códigos: perguntas/opções [1] e mais' },
      { ...one, nome: "'aspas'" },
      { ...one, nome: 'ASPAS' },
      { ...one, nome: '' },
    ]);
    expect(read(file).SheetNames).toEqual([
      'Livro de códigos  perguntas opç',
      'aspas',
      'ASPAS (2)',
      'Planilha',
    ]);
  });

  it('go on in another one with the same first line where one is full', async () => {
    const rows: Row[] = Array.from({ length: 7 }, (_, n) => [n]);
    const file = await fileOf([sheet([rows.slice(0, 2), rows.slice(2)], 'n')], { linhas: 4, bytes: 1e9 });
    const book = read(file);
    expect(book.SheetNames).toEqual(['Respostas', 'Respostas (2)', 'Respostas (3)']);
    const read1 = book.SheetNames.map((name) => utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1 }));
    expect(read1).toEqual([
      [['n'], [0], [1], [2]],
      [['n'], [3], [4], [5]],
      [['n'], [6]],
    ]);
    // The size limit, checked after each batch, also ends a sheet.
    const small = await fileOf(
      [
        sheet(
          rows.map((row) => [row]),
          'n',
        ),
      ],
      { linhas: 100, bytes: 1 },
    );
    expect(read(small).SheetNames).toHaveLength(7);
    const empty = await fileOf([sheet([], 'n')]);
    expect(utils.sheet_to_json(cellsOf(empty), { header: 1 })).toEqual([['n']]);
  });

  it('have names of columns as Excel has them, and no more of them', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
    const many = Array.from({ length: 16_385 }, () => 'x');
    expect(() => writeXlsx([sheet([], ...many)])).toThrow(RangeError);
  });
});

describe('the source of the rows', () => {
  it('is asked no faster than bytes are taken, and ended when nobody takes more', async () => {
    let asked = 0;
    let ended = false;
    async function* source(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          asked += 1;
          // Incompressible text.
          yield Array.from({ length: 50 }, (_, n) => [
            Array.from({ length: 40 }, (_x, m) =>
              (asked * 7919 + n * 104_729 + m * 1_299_709).toString(36),
            ).join(''),
          ]);
        }
      } finally {
        ended = true;
      }
    }
    const stream = Readable.from(writeXlsx([sheet(source(), 'x')]), { objectMode: false });
    for await (const part of stream) if ((part as Buffer).length > 1000) break;
    expect(stream.destroyed).toBe(true);
    await expect.poll(() => ended).toBe(true);
    const then = asked;
    expect(then).toBeLessThan(200);
  });

  it('that fails ends the file with its error', async () => {
    async function* source(): AsyncGenerator<Row[]> {
      yield [['uma']];
      throw new Error('o banco caiu');
    }
    await expect(fileOf([sheet(source(), 'x')])).rejects.toThrow('o banco caiu');
  });
});
