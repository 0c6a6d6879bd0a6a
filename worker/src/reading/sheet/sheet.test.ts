import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';
import { writeXlsx as writeOther } from 'hucre/xlsx';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWhole } from '../formats/xml.ts';
import { LIMITES_PLANILHA, LIMITES_VAZIO } from '../limits.ts';
import { readSheet } from '../read-file.ts';
import { delimiterOf } from './csv.ts';
import { readSheetFile } from './read-sheet-file.ts';
import { formatOf, shownCell, shownNumber } from './shown.ts';
import { readTable } from './table.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planilhas-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function put(bytes: Buffer | Uint8Array | string): Promise<string> {
  count += 1;
  const arquivo = join(folder, `p${count}`);
  await writeFile(arquivo, bytes);
  return arquivo;
}

async function read(bytes: Buffer | Uint8Array | string, nome = 'respostas') {
  const linhas: LinhaLida[] = [];
  const lida = await readSheetFile(await put(bytes), nome, async (some) => void linhas.push(...some));
  return { ...lida, linhas: linhas.map(({ n, celulas }) => [n, ...celulas]), quantas: lida.linhas };
}
const table = async (bytes: Buffer | Uint8Array | string) => {
  const { cabecalho, linhas } = await read(bytes);
  return [cabecalho, ...linhas];
};
const refused = (bytes: Buffer | Uint8Array | string, nome?: string): Promise<string> =>
  read(bytes, nome).then(
    () => 'lida',
    (error: Error) => (error.name === 'UnreadableError' ? error.message : `${error.name}: ${error.message}`),
  );

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
type Parts = {
  abas?: [string, string][];
  textos?: string;
  estilos?: string;
  workbook?: string;
  mais?: object;
};

/** Makes an .xlsx from the XML of its first sheet's rows; `abas` are further sheets. */
function xlsx(rows: string, { abas = [], textos = '', estilos = '', workbook = '', mais = {} }: Parts = {}) {
  const sheets: [string, string][] = [['Dados', rows], ...abas];
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const xml = (root: string, ns: string, inside: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${ns}" xmlns:r="${rel}">${inside}</${root}>`;
  const pack = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const zip = new JSZip();
  zip.file('[Content_Types].xml', '<Types/>');
  zip.file(
    '_rels/.rels',
    xml(
      'Relationships',
      pack,
      `<Relationship Id="r" Type="${rel}/officeDocument" Target="xl/workbook.xml"/>`,
    ),
  );
  zip.file(
    'xl/workbook.xml',
    xml(
      'workbook',
      MAIN,
      `${workbook}<sheets>${sheets.map(([nome], n) => `<sheet name="${nome.replace('*', '')}" sheetId="${n + 1}" r:id="s${n}" ${nome.startsWith('*') ? 'state="hidden"' : ''}/>`).join('')}</sheets>`,
    ),
  );
  zip.file(
    'xl/_rels/workbook.xml.rels',
    xml(
      'Relationships',
      pack,
      `${sheets.map((_, n) => `<Relationship Id="s${n}" Type="${rel}/worksheet" Target="worksheets/s${n}.xml"/>`).join('')}<Relationship Id="t" Type="${rel}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="e" Type="${rel}/styles" Target="/xl/styles.xml"/>`,
    ),
  );
  zip.file('xl/sharedStrings.xml', xml('sst', MAIN, textos));
  zip.file('xl/styles.xml', xml('styleSheet', MAIN, estilos));
  for (const [n, [, inside]] of sheets.entries())
    zip.file(`xl/worksheets/s${n}.xml`, xml('worksheet', MAIN, `<sheetData>${inside}</sheetData>`));
  for (const [name, content] of Object.entries(mais)) zip.file(name, content as string);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
const text = (content: string): string => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const row = (...cells: string[]): string => `<row>${cells.map(text).join('')}</row>`;
const HEADING = row('Questionário', 'Telefone');

describe('a text of columns', () => {
  const rows = [
    ['Nº', 'Município', 'Observação'],
    ['1', 'São João', 'ação; reação, e "aspas"\ncom quebra'],
    ['2', 'Açailândia', '1,5'],
  ];
  const csv = (delimiter: string): string =>
    rows
      .map((cells) =>
        cells
          .map((cell) => (/["\n,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(delimiter),
      )
      .join('\r\n');
  const expected = [rows[0], [2, ...(rows[1] ?? [])], [3, ...(rows[2] ?? [])]];
  const encodings: [string, (text: string) => Buffer][] = [
    ['UTF-8', (all) => Buffer.from(all)],
    ['UTF-8 with its mark', (all) => Buffer.from(`\ufeff${all}`)],
    ['UTF-16', (all) => Buffer.from(`\ufeff${all}`, 'utf16le')],
    ['UTF-16 the other way round', (all) => Buffer.from(`\ufeff${all}`, 'utf16le').swap16()],
    ['Windows-1252', (all) => Buffer.from(all, 'latin1')],
  ];
  const all = encodings.flatMap(([name, encode]) =>
    [';', ',', '\t'].map((delimiter) => [name, delimiter, encode(csv(delimiter))] as const),
  );
  it.each(all)('is read as it was saved: %s, "%s"', async (_, __, bytes) => {
    expect(await table(bytes)).toEqual(expected);
  });

  it.each([
    ['nome;valor\nAna;1,5\nBia;2,5\n', ';'],
    ['a,b\n"x;y;z",2\n"x;y;z",3', ','],
    ['a\tb, c\n1\t2, 3\n', '\t'],
    ['Relatório; de hoje\na,b,c\n1,2,3\n4,5,6', ','],
    ['uma coluna só\nx', ','],
  ])('says by its lines what separates them: %j', (content, delimiter) => {
    expect(delimiterOf(content)).toBe(delimiter);
  });

  it('counts rows as programs do, and leaves blank ones out', async () => {
    expect(await read('sep=|\r\na|b\r\n\r\n|\r\n1|"x\r\ny"\r\n2|z|mais\r\n')).toEqual({
      aba: null,
      cabecalho: ['a', 'b', ''],
      avisos: [],
      quantas: 2,
      linhas: [
        [5, '1', 'x\r\ny'],
        [6, '2', 'z', 'mais'],
      ],
    });
  });

  it('keeps what is in its cells, whatever they look like', async () => {
    const cells = [
      '=HYPERLINK("http://x")',
      '+5511987654321',
      '@SUM(1)',
      '0011',
      '1e3',
      '<script>',
      '12/03/2026',
    ];
    const csv = `${cells.map((_, n) => `c${n}`).join(';')}\n${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}`;
    expect(await table(csv)).toEqual([cells.map((_, n) => `c${n}`), [2, ...cells]]);
  });

  it('ends its lines as it likes, each in its own way', async () => {
    expect(await table('a;b\r\n1;2\n3;"4\n5"\r6;7')).toEqual([
      ['a', 'b'],
      [2, '1', '2'],
      [3, '3', '4\n5'],
      [4, '6', '7'],
    ]);
  });

  it('takes quotes for what they are where none encloses a text', async () => {
    expect(await table('item;medida\ncano de 5";1\n2" e 3";2')).toEqual([
      ['item', 'medida'],
      [2, 'cano de 5"', '1'],
      [3, '2" e 3"', '2'],
    ]);
  });

  it('is refused for quotes that lie, with the row', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => `${n};b;c`).join('\n');
    const lie = (where: string): string =>
      `Há aspas que abrem e não fecham, ou que fecham no meio de um texto na linha ${where}. Dentro de um texto entre aspas, escreva-as dobradas ("").`;
    expect(await refused(`a;b;c\n1;"x;y\n${many}`)).toBe(lie('2'));
    expect(await refused(`a;b;c\n1;2;3\n1;"x" y;z\n${many}`)).toBe(lie('3'));
    expect(await refused(`a;b\n1;"${'x'.repeat(14_000_000)}`)).toContain('texto longo demais na linha 2');
  });

  it('loses a stray NUL, and no row for it', async () => {
    expect(await table(`a;b\n\u0000nulo;${'x'.repeat(600)}`)).toEqual([
      ['a', 'b'],
      [2, 'nulo', 'x'.repeat(600)],
    ]);
  });
});

describe('an .xlsx', () => {
  it('of another writer is read: texts, numbers, days, formulas as they were calculated', async () => {
    const bytes = await writeOther({
      sheets: [
        {
          name: 'Respostas',
          rows: [
            ['Questionário', 'Telefone', 'Quando', 'Nota', 'Sabe?', 'Soma'],
            ['Q001', 11_987_654_321, new Date(Date.UTC(2026, 2, 12, 14, 5)), 7.25, true, null],
            ['Q002', 5_511_987_654_321, new Date(Date.UTC(2026, 2, 12)), -0.1, false, null],
          ],
          cells: new Map([
            ['1,5', { formula: 'HYPERLINK("http://x")', formulaResult: 12, value: 12, type: 'formula' }],
          ]),
        },
      ],
    });
    const { aba, cabecalho, linhas } = await read(bytes);
    expect([aba, cabecalho, ...linhas]).toEqual([
      'Respostas',
      ['Questionário', 'Telefone', 'Quando', 'Nota', 'Sabe?', 'Soma'],
      [2, 'Q001', '11987654321', '12/03/2026 14:05', '7,25', 'VERDADEIRO', '12'],
      [3, 'Q002', '5511987654321', '12/03/2026', '-0,1', 'FALSO', ''],
    ]);
  });

  it('of ours is read back', async () => {
    const pieces: Buffer[] = [];
    const planilha = {
      nome: 'Base',
      colunas: [{ titulo: 'entrevista' }, { titulo: 'resposta' }, { titulo: 'valor' }],
      linhas: [[['E1', '=1+1 & <b>_x0041_', 3.5] as const, ['E2', 'ação "x"', 10] as const]],
    };
    for await (const piece of writeXlsx([planilha])) pieces.push(piece);
    expect((await read(Buffer.concat(pieces))).linhas).toEqual([
      [2, 'E1', '=1+1 & <b>_x0041_', '3,5'],
      [3, 'E2', 'ação "x"', '10'],
    ]);
  });

  it('shows what people see of each kind of cell', async () => {
    const estilos =
      '<numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="[$R$-416] #,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="10"/></cellXfs>';
    const textos =
      '<si><t>comum</t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t>co</t></r><rPh sb="0" eb="1"><t>lido</t></rPh></si>';
    const cells = [
      '<c r="A2" t="s"><v>0</v></c>',
      '<c r="B2" t="s"><v>1</v></c>',
      '<c r="C2" t="str"><f>A1&amp;"x"</f><v>fórmula</v></c>',
      '<c r="D2"><f>SUM(A1:A9)</f></c>',
      '<c r="E2" t="e"><v>#DIV/0!</v></c>',
      '<c r="F2" s="1"><v>42</v></c>',
      '<c r="G2" s="2"><v>1234.5</v></c>',
      '<c r="H2" s="3"><v>46093.586805555555</v></c>',
      '<c r="I2" s="4"><v>0.35</v></c>',
      '<c r="J2" s="5"><v>0.555</v></c>',
      '<c r="K2"><v>1.1987654321E10</v></c>',
      '<c r="L2" t="d"><v>2026-03-12T14:05:00</v></c>',
      '<c r="M2" t="inlineStr"><is><t>a_x000A_b &lt;&#233;&gt; &fora;</t></is></c>',
      '<c r="N2" t="s"><v>99</v></c>',
      '<c r="P2" t="b"><v>1</v></c>',
    ];
    const heading = row(...'abcdefghijklmnop');
    const { linhas, avisos } = await read(
      await xlsx(`${heading}<row r="2">${cells.join('')}</row>`, { estilos, textos }),
    );
    expect(linhas).toEqual([
      [
        2,
        'comum',
        'rico',
        'fórmula',
        '',
        '#N/D',
        '00042',
        '1234,5',
        '12/03/2026 14:05',
        '08:24',
        '55,5%',
        '11987654321',
        '12/03/2026 14:05',
        'a\nb <é> &fora;',
        '',
        '',
        'VERDADEIRO',
      ],
    ]);
    expect(avisos).toEqual([
      '1 fórmula não tem valor salvo e foi lida vazia (D2). Abra a planilha no Excel, salve e envie de novo.',
      '1 célula tem erro (como #N/D) e não é uma resposta.',
    ]);
  });

  it('counts days from 1904 where it says so', async () => {
    const bytes = await xlsx(`${HEADING}<row><c><v>7</v></c><c s="1"><v>1</v></c></row>`, {
      estilos: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
      workbook: '<workbookPr date1904="1"/>',
    });
    expect((await read(bytes)).linhas).toEqual([[2, '7', '02/01/1904']]);
  });

  it('is read from the first sheet that has rows, as its heading says, and tells what was left out', async () => {
    const title = row('Pesquisa de bairro');
    const bytes = await xlsx(row('Instruções'), {
      abas: [
        ['*Escondida', HEADING + row('0', '0')],
        ['Base', `${title}<row r="4">${text('Nome')}${text('Nome')}</row><row r="9">${text('Ana')}</row>`],
        ['Lista', HEADING + row('1', '2')],
        ['Vazia', ''],
      ],
    });
    expect(await read(bytes)).toEqual({
      aba: 'Base',
      cabecalho: ['Nome', 'Nome'],
      quantas: 1,
      linhas: [[9, 'Ana', '']],
      avisos: [
        '1 linha acima do cabeçalho não foi lida.',
        'Só a aba “Base” foi lida. Também há dados em: “Lista”.',
      ],
    });
    const numbered = await xlsx(row('Id', '1', '2') + row('Q1', 'Sim', 'Não'));
    expect((await read(numbered)).cabecalho).toEqual(['Id', '1', '2']);
  });

  it('opens nothing, evaluates nothing and does not grow by what a file claims', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const definitions = 'A planilha tem um formato interno fora do comum.';
    const shared = `<?xml version="1.0"?>${bomb}<sst xmlns="${MAIN}"><si><t>&b;&c;</t></si></sst>`;
    expect(
      await refused(await xlsx(HEADING + row('1', '2'), { mais: { 'xl/sharedStrings.xml': shared } })),
    ).toContain(definitions);
    const empty = `<?xml version="1.0"?><worksheet><dimension ref="A1:XFD1048576"/><sheetData>${HEADING}${'<row/>'.repeat(100_000)}${row('a', 'b')}</sheetData></worksheet>`;
    expect((await read(await xlsx('', { mais: { 'xl/worksheets/s0.xml': empty } }))).linhas).toEqual([
      [100_002, 'a', 'b'],
    ]);
    const proto = await xlsx(`${HEADING}<row __proto__="x" constructor="y">${text('a')}</row>`, {
      abas: [['__proto__', HEADING]],
    });
    expect((await read(proto)).linhas).toEqual([[2, 'a', '']]);
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it('is refused as damaged where its XML is none', async () => {
    const danificada = 'A planilha está danificada e não pôde ser aberta. Envie outra cópia.';
    const sheet = (content: string) => xlsx('', { mais: { 'xl/worksheets/s0.xml': content } });
    const cases = [
      await sheet('<worksheet><sheetData><row><c'),
      await sheet('<worksheet><sheetData><row r="1"></row>'),
      await sheet(`<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>`),
      await sheet(`<worksheet><sheetData><row r="9999999"/></sheetData></worksheet>`),
      await sheet(`<worksheet><sheetData><row><c r="XFE1"/></row></sheetData></worksheet>`),
      await sheet(`<worksheet>${'x'.repeat(5_000_000)}</worksheet>`),
      // A careless reader would need hours.
      await sheet(`<worksheet><${'x'.repeat(300_000)}<row/></worksheet>`),
      await sheet(
        `<worksheet><sheetData><row ${'x'.repeat(300_000)}><c r="XFE1"/></row></sheetData></worksheet>`,
      ),
      await sheet(
        `<worksheet><sheetData><row ${' '.repeat(300_000)}><c r="XFE1"/></row></sheetData></worksheet>`,
      ),
      await xlsx('', { mais: { 'xl/workbook.xml': '<workbook/>' } }),
    ];
    for (const bytes of cases) expect(await refused(bytes)).toBe(danificada);
  });
});

it('reads an .xls, in its text and its days', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Questionário', 'Telefone', 'Quando', 'Nota', 'Sabe?'],
    ['Q001', 11_987_654_321, 46093.586805555555, 7.25, true],
    ['São João', 5, 46093, 1, false],
  ]);
  for (const at of ['C2', 'C3']) (sheet[at] as { z: string }).z = 'dd/mm/yyyy hh:mm';
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Leia-me']]), 'Capa');
  utils.book_append_sheet(book, sheet, 'Respostas');
  for (const bookType of ['biff8', 'biff5'] as const) {
    const bytes = write(book, { type: 'buffer', bookType }) as Buffer;
    // The library writes no accents in Excel 95's format; the test inserts them.
    const at = bytes.indexOf('S_o Jo_o', 0, 'latin1');
    if (at >= 0) bytes.write('São João', at, 'latin1');
    const { aba, linhas } = await read(bytes);
    expect([aba, ...linhas], bookType).toEqual([
      'Respostas',
      [2, 'Q001', '11987654321', '12/03/2026 14:05', '7,25', 'VERDADEIRO'],
      [3, 'São João', '5', '12/03/2026', '1', 'FALSO'],
    ]);
  }
});

describe('how numbers are shown', () => {
  it.each([
    [11_987_654_321, '11987654321'],
    [1e15, '1000000000000000'],
    [0.1 + 0.2, '0,3'],
    [-1234.5, '-1234,5'],
    [1e-7, '0,0000001'],
    [Number.NaN, ''],
  ])('%d as %s', (value, expected) => {
    expect(shownNumber(value)).toBe(expected);
  });

  it.each([
    [46093, 'dd/mm/yyyy', '12/03/2026'],
    [46093.5, 'd-mmm-yy', '12/03/2026 12:00'],
    [46093.000011574, 'yyyy-mm-dd', '12/03/2026 00:00:01'],
    [1, 'dd/mm/yyyy', '01/01/1900'],
    [59, 14, '28/02/1900'],
    [61, 14, '01/03/1900'],
    [1.104166667, '[h]:mm', '26:30'],
    [0.5, 'h:mm AM/PM', '12:00'],
    [46093.25, 'hh:mm', '12/03/2026 06:00'],
    [3_000_000, 'dd/mm/yyyy', '3000000'],
    [5, '"dia" 0', '5'],
    [5, '#,##0.00 "R$"', '5'],
    [5, '[Red]0.0;[Blue]-0.0', '5'],
    [0.125, '0.0%', '12,5%'],
    [7, '000', '007'],
    [7.5, '000', '7,5'],
    [46093, 'General', '46093'],
    [46093, 'mmm/yy', '12/03/2026'],
  ])('%d with the format %s as %s', (value, format, expected) => {
    expect(shownCell(value, formatOf(format))).toBe(expected);
  });
});

it('says why a sheet cannot be read', async () => {
  const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const stream = (name: string): Buffer =>
    Buffer.concat([ole, Buffer.alloc(600), Buffer.from(name, 'utf16le')]);
  const zip = (name: string): Promise<Buffer> =>
    new JSZip().file(name, 'x').generateAsync({ type: 'nodebuffer' });
  const salve = 'Abra-a no seu programa de planilhas, salve como .xlsx e envie de novo.';
  const desconhecido = 'O arquivo não é uma planilha aceita. Envie .xlsx, .xls ou .csv.';
  const vazia = 'A planilha está vazia.';
  const danificado = 'O arquivo está danificado e não pôde ser aberto. Envie outra cópia.';
  const cells = (n: number, cell = 'x'): string => Array.from({ length: n }, () => cell).join(';');
  const lines = (n: number): string => `a;b\n${'1;2\n'.repeat(n)}`;
  const cases: [Buffer | string, string, string?][] = [
    ['', vazia],
    [' \n;;\n', vazia],
    [await xlsx(''), vazia],
    [await xlsx('', { abas: [['Outra', '']] }), vazia],
    ['a;b\n', 'A planilha tem só o cabeçalho: faltam as respostas.'],
    [await xlsx(HEADING), 'A planilha tem só o cabeçalho: faltam as respostas.'],
    [await xlsx('', { abas: [['Outra', HEADING]] }), 'A planilha tem só uma linha: faltam as respostas.'],
    [
      '1;2\n3;4',
      'A linha de cabeçalho não foi encontrada. Inclua uma linha com o nome de cada coluna, em duas colunas ou mais.',
    ],
    [
      'a\nb\nc',
      'A linha de cabeçalho não foi encontrada. Inclua uma linha com o nome de cada coluna, em duas colunas ou mais.',
    ],
    [lines(20_001), 'A planilha tem mais de 20.000 linhas. Divida-a em partes.'],
    [
      `${cells(401)}\n${cells(401)}`,
      'A planilha tem mais de 400 colunas: a linha 1 vai até a coluna OK. Apague as colunas que sobram.',
    ],
    [`a;b\n1;${'x'.repeat(32_768)}`, 'A célula B2 tem mais de 32.767 caracteres. Encurte o texto.'],
    [
      await xlsx(HEADING + row('1', 'x'.repeat(40_000))),
      'A célula B2 tem mais de 32.767 caracteres. Encurte o texto.',
    ],
    [stream('EncryptedPackage'), 'A planilha está protegida por senha. Salve uma cópia sem senha e envie-a.'],
    [stream('Workbook'), 'A planilha está danificada e não pôde ser aberta. Envie outra cópia.'],
    [stream('WordDocument'), 'O arquivo é um documento do Word, não uma planilha.'],
    [stream('Outro'), desconhecido],
    [await zip('word/document.xml'), 'O arquivo é um documento do Word, não uma planilha.'],
    [await zip('content.xml'), `A planilha está no formato do LibreOffice (.ods). ${salve}`],
    [await zip('xl/workbook.bin'), `A planilha está no formato binário do Excel (.xlsb). ${salve}`],
    [await zip('a.mp3'), desconhecido],
    [Buffer.from('PK\u0003\u0004quebrado'), danificado],
    [(await xlsx(HEADING)).subarray(0, 500), danificado],
    [
      '<html><table><tr><td>a</td></tr></table></html>',
      `O arquivo é uma página da internet (HTML) com nome de planilha. ${salve}`,
      'a.xls',
    ],
    [
      '<?xml version="1.0"?><Workbook/>',
      `A planilha está em XML, não no formato do Excel. ${salve}`,
      'a.xls',
    ],
    [
      'a;b\n1;2',
      'O nome do arquivo termina em .xlsx, mas o conteúdo é de outro tipo. Confira o arquivo e envie-o de novo.',
      'a.XLSX',
    ],
    ['%PDF-1.7', desconhecido],
    // Other binary data, such as sound, also with a sheet's name.
    [Buffer.from([1, 0, 2, 3]), desconhecido],
    [Buffer.from([1, 0, 2, 3]), desconhecido, 'a.xlsx'],
  ];
  const said: string[] = [];
  for (const [bytes, , nome] of cases) said.push(await refused(bytes, nome));
  expect(said).toEqual(cases.map(([, reason]) => reason));
  expect((await read(lines(20_000))).quantas).toBe(20_000);
  expect((await read(`${cells(400)}\n${cells(400, 'x'.repeat(100))}`)).cabecalho).toHaveLength(400);
  expect((await read(`a;b\n1;${'x'.repeat(32_767)}`)).quantas).toBe(1);
  const large = await put('a;b');
  await truncate(large, LIMITES_PLANILHA.bytes + 1);
  await expect(readSheetFile(large, 'a.csv', async () => {})).rejects.toThrow('A planilha passa de 50 MB.');
});

it('stops at the first thousands of blank rows, cells and sheets, and leaves out what is blank at the end', async () => {
  const many = LIMITES_VAZIO.linhas + 1;
  const vazias =
    'A planilha tem mais de 10.000 linhas em branco seguidas, da linha 2 em diante. Apague-as e envie de novo.';
  for (const blank of ['\n', ' \n', ';;\n', '" ";\n'])
    expect(await refused(`Nome;Fone\n${blank.repeat(many)}a;1\n`), blank).toBe(vazias);
  expect(await refused('\n'.repeat(200_000))).toBe('A planilha está vazia.');
  expect(await table(`Nome;Fone\n${'\n'.repeat(9000)}a;1\n${';;\n'.repeat(200_000)}`)).toEqual([
    ['Nome', 'Fone'],
    [9002, 'a', '1'],
  ]);
  const abas = Array.from({ length: LIMITES_VAZIO.abas }, (_, n): [string, string] => [`A${n}`, '']);
  const demais =
    'A planilha tem mais de 1.000 abas, ou partes demais. Deixe só a aba que tem os dados e envie de novo.';
  expect(await refused(await xlsx(HEADING, { abas }))).toBe(demais);
  // A part shared by several sheets is read only once.
  const dados = HEADING + row('Q1', '11');
  const again = '<sheet name="De novo" sheetId="9" r:id="s0"/>'.repeat(50);
  const { avisos } = await read(await xlsx(dados, { workbook: `<sheets>${again}</sheets>` }));
  expect(avisos).toEqual([]);
});

it('stops at the first millions of rows and cells that hold nothing', () => {
  const most = LIMITES_VAZIO.elementosPlanilha;
  async function* tags() {
    for (let n = 0; n <= most; n += 10_000) yield Buffer.from('<c/>'.repeat(10_000));
  }
  return expect(readWhole(tags(), {})).rejects.toThrow('linhas e células vazias seguidas');
});

it('says that a number was saved shortened', async () => {
  expect((await read('a;b\n5,51199E+12;x\n5.51E+12;y')).avisos).toEqual([
    '2 números foram salvos encurtados (como 5,51E+12): os dígitos que faltam não estão no arquivo. Gere a planilha de novo, com a coluna formatada como texto.',
  ]);
});

describe('in a process of its own', () => {
  const lines = `número;texto\n${Array.from({ length: 1600 }, (_, n) => `${n};${'á'.repeat(1000)}`).join('\n')}`;

  it('hands rows over in batches, one after the other', async () => {
    const arquivo = await put(lines);
    const sizes: number[] = [];
    const rows: number[] = [];
    let under = 0;
    const lida = await readSheet({ arquivo, nome: 'a.csv' }, async (some) => {
      under += 1;
      expect(under).toBe(1);
      // Lasts long enough for the next batch to arrive.
      if (sizes.length === 0) await readSheet({ arquivo, nome: 'a.csv' }, async () => {});
      sizes.push(JSON.stringify(some).length);
      rows.push(...some.map(({ n }) => n));
      under -= 1;
    });
    expect(lida).toEqual({ aba: null, cabecalho: ['número', 'texto'], linhas: 1600, avisos: [] });
    expect(rows).toEqual(Array.from({ length: 1600 }, (_, n) => n + 2));
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(1_100_000);
  });

  it('ends when the one who takes them fails, is asked to stop, or its time is up', async () => {
    const file = { arquivo: await put(lines), nome: 'a.csv' };
    await expect(readSheet(file, () => Promise.reject(new Error('sem banco')))).rejects.toThrow('sem banco');
    const stop = new AbortController();
    let taken = 0;
    const stopped = readSheet(
      file,
      async () => {
        taken += 1;
        stop.abort(new Error('parou'));
      },
      stop.signal,
    );
    await expect(stopped).rejects.toThrow('parou');
    expect(taken).toBe(1);
    const { memoria } = LIMITES_PLANILHA;
    await expect(readSheet(file, async () => {}, undefined, { tempoMs: 1, memoria })).rejects.toThrow(
      'A leitura da planilha demorou demais e foi interrompida.',
    );
    const little = { tempoMs: 60_000, memoria: 30 * 1024 * 1024 };
    await expect(readSheet(file, async () => {}, undefined, little)).rejects.toThrow(
      'A leitura da planilha precisou de memória demais e foi interrompida.',
    );
    const refusal = readSheet({ arquivo: await put('a;b'), nome: 'a.csv' }, async () => {});
    await expect(refusal).rejects.toMatchObject({
      name: 'UnreadableError',
      message: 'A planilha tem só o cabeçalho: faltam as respostas.',
    });
  });
});

it('is refused when its cells say more than a file of its size could without repeating itself', async () => {
  const cell = 'x'.repeat(LIMITES_PLANILHA.celula);
  const rows = Math.ceil(LIMITES_PLANILHA.texto / cell.length / 100) + 1;
  const folha = {
    nome: null,
    oculta: false,
    semValor: () => [],
    async *rows() {
      yield [{ n: 1, celulas: ['Nome', 'Texto'] }];
      for (let n = 2; n < rows + 2; n += 1) yield [{ n, celulas: Array<string>(100).fill(cell) }];
    },
  };
  let taken = 0;
  const read = readTable([folha], async (some) => {
    taken += some.length;
  });
  await expect(read).rejects.toThrow('A planilha tem mais de 50.000.000 caracteres. Divida-a em partes.');
  expect(taken).toBeLessThan(rows);
});
