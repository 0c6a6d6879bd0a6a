import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  columnOf,
  docxOf,
  drawText,
  paragraph,
  pdfOf,
  pdfOfLines,
  table,
} from '../../../tests/support/documents.ts';
import { decodeText } from './formats/decode-text.ts';
import { withBoxes } from './formats/doc.ts';
import { LIMITES_DOCUMENTO, LIMITES_VAZIO } from './limits.ts';
import { readDocument } from './read-document.ts';
import { extractEntries, readQuestionnaireFile } from './read-file.ts';
import { assertUnpacks } from './unpacked.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leitura-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(
  bytes: Buffer | string,
  nome: string,
  limits = LIMITES_DOCUMENTO as { tempoMs: number; memoria: number },
) {
  const arquivo = join(folder, `${Math.random()}`);
  await writeFile(arquivo, bytes);
  return readQuestionnaireFile({ arquivo, nome }, undefined, limits);
}

describe('a text', () => {
  const words = 'Ação, pêssego – “avô”';
  it.each([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with its mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(words)])],
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(words, 'utf16le')])],
    ['UTF-16 without a mark', Buffer.from(words, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(words, 'utf16le').swap16()],
    [
      'Windows-1252',
      Buffer.from([
        0x41, 0xe7, 0xe3, 0x6f, 0x2c, 0x20, 0x70, 0xea, 0x73, 0x73, 0x65, 0x67, 0x6f, 0x20, 0x96, 0x20, 0x93,
        0x61, 0x76, 0xf4, 0x94,
      ]),
    ],
  ])('is read as it was saved: %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(words);
  });
});

it("reads Word's paragraphs, numbered lists and tables", async () => {
  const body = [
    paragraph('Bairros'),
    paragraph('Mora aqui?', { level: 0 }),
    paragraph('Sim', { level: 1 }),
    paragraph('Não', { level: 1 }),
    paragraph('(Leia devagar.)'),
    paragraph('Há quantos anos?', { level: 0 }),
    table([
      ['Código', 'Opção', 'Valor'],
      ['1.1', 'Sim', '10'],
      ['1.2', 'Não', '20'],
    ]),
  ];
  const { titulo, perguntas } = await read(docxOf(body.join('')), 'bairros.docx');
  expect(titulo).toBe('Bairros');
  expect(perguntas.map(({ texto, tipo, opcoes }) => [texto, tipo, opcoes.map(({ valor }) => valor)])).toEqual(
    [
      ['Mora aqui?', 'escolha', [10, 20]],
      ['Há quantos anos?', 'numero', []],
    ],
  );
});

it('reads a PDF, without what stands on every page', async () => {
  const lines = ['P1) Mora aqui?', '( ) Sim', '( ) Não', 'P2) Há quantos anos?'];
  const { perguntas } = await read(pdfOfLines(lines.map((line) => [line])), 'bairros.pdf');
  expect(perguntas.map(({ codigo, tipo, opcoes }) => [codigo, tipo, opcoes.length])).toEqual([
    ['P1', 'escolha', 2],
    ['P2', 'numero', 0],
  ]);
  const pages = [1, 2, 3].map((n) =>
    drawText([
      ...columnOf(40, 815, ['Instituto X']),
      ...columnOf(40, 700, [`Pergunta da página ${n}?`]),
      ...columnOf(40, 30, [`Página ${n} de 3`]),
    ]),
  );
  const blocks = await readDocument(pdfOf(pages), 'paginas.pdf');
  expect(blocks.map((block) => block.tipo === 'linha' && [block.texto, block.lugar?.pagina])).toEqual([
    ['Pergunta da página 1?', 1],
    ['Pergunta da página 2?', 2],
    ['Pergunta da página 3?', 3],
  ]);
});

it('shows the check boxes of a .doc, wherever else its text stands', () => {
  const field = '\x13 FORMCHECKBOX \x01\x14\x15';
  const narrow = Buffer.from(`${field}Sim`, 'latin1');
  const wide = Buffer.from(`${field}Não`, 'utf16le');
  expect(withBoxes(narrow).toString('latin1')).toMatch(/^\[ \] .{14}Sim$/su);
  expect(withBoxes(wide).toString('utf16le')).toMatch(/^\[ \] .{14}Não$/su);
  expect([withBoxes(narrow).length, withBoxes(wide).length]).toEqual([narrow.length, wide.length]);
});

it('says why a file cannot be read', async () => {
  const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const zip = new JSZip().file('a.txt', 'x');
  const empty = pdfOf(['10 10 50 50 re f']);
  const hex = (byte: string): string => `<${byte.repeat(32)}>`;
  const locked = pdfOf(
    ['BT ET'],
    `/ID[${hex('01')}${hex('01')}]/Encrypt<</Filter/Standard/V 1/R 2/O${hex('02')}/U${hex('03')}/P -4>>`,
  );
  const why = async (bytes: Buffer | string, nome: string) =>
    readDocument(Buffer.from(bytes), nome).then(
      () => null,
      (error: Error) => [error.name, error.message],
    );
  expect(
    await Promise.all([
      why('', 'a.txt'),
      why('   \n ', 'a.txt'),
      why('<html>', 'a.pdf'),
      why('{\\rtf1 oi}', 'a.doc'),
      why('%PDF-1.7 quebrado', 'a.pdf'),
      why(empty, 'a.pdf'),
      why(locked, 'a.pdf'),
      why(Buffer.concat([OLE, Buffer.alloc(600)]), 'a.doc'),
      why(Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]), 'a.docx'),
      why(await zip.generateAsync({ type: 'nodebuffer' }), 'a.docx'),
      why(Buffer.from('PK\u0003\u0004quebrado'), 'a.docx'),
      why(docxOf('<w:p>&fora;</w:p>'), 'a.docx'),
      why(Buffer.from([1, 0, 2, 3]), 'a.txt'),
      why(`1. Qual?\n${'a\n'.repeat(LIMITES_DOCUMENTO.linhas)}`, 'a.txt'),
    ]),
  ).toEqual(
    [
      'O arquivo está vazio.',
      'O documento não tem texto.',
      'O nome do arquivo termina em .pdf, mas o conteúdo é de outro tipo. Confira o arquivo e envie-o de novo.',
      'O arquivo é RTF. Abra-o no Word, salve como .docx e envie de novo.',
      'O PDF está danificado e não pôde ser aberto. Envie outra cópia.',
      'O PDF não tem texto: é uma imagem digitalizada. Envie o arquivo de origem (.docx, .txt) ou um PDF com texto.',
      'O PDF está protegido por senha. Salve uma cópia sem senha e envie-a.',
      'O documento do Word não pôde ser aberto: está protegido por senha ou danificado. Abra-o no Word, salve como .docx e envie de novo.',
      'O documento do Word está protegido por senha. Salve uma cópia sem senha e envie-a.',
      'O arquivo não é um documento do Word (.docx).',
      'O arquivo está danificado e não pôde ser aberto. Envie outra cópia.',
      'O documento do Word está danificado e não pôde ser aberto. Envie outra cópia.',
      'O arquivo não é um texto.',
      'O texto do documento é longo demais para um questionário. Envie só o texto das perguntas.',
    ].map((motivo) => ['UnreadableError', motivo]),
  );
});

it('stops at the first thousands of blank lines and empty elements, wherever they stand', async () => {
  const why = async (bytes: Buffer | string, nome: string) =>
    readDocument(Buffer.from(bytes), nome).then(
      () => null,
      (error: Error) => error.message,
    );
  const [lines, most] = [LIMITES_VAZIO.linhas + 1, LIMITES_VAZIO.elementos + 1];
  const vazias = /^O documento tem mais de 10\.000 linhas em branco seguidas\. Apague-as/;
  for (const blank of ['\n', ' \n', '\r\n', '\r', '\t\u00a0\n'])
    expect(await why(`1. Mora?${'\n'}${blank.repeat(lines)}2. Onde?`, 'a.txt'), blank).toMatch(vazias);
  const semTexto = /^O documento tem mais de 100\.000 parágrafos, células ou marcas sem texto/;
  for (const [open, close] of [
    ['<w:p/>', ''],
    ['<w:p> \n</w:p>', ''],
    ['<w:tr><w:tc/></w:tr>', ''],
    ['<w:sdt>', '</w:sdt>'],
  ] as const) {
    const body = `${paragraph('1. Mora?')}${open.repeat(most)}${close.repeat(most)}`;
    expect(await why(docxOf(body), 'a.docx'), open).toMatch(semTexto);
  }
  const styles = `<w:styles>${'<w:style w:styleId="a"/>'.repeat(most)}</w:styles>`;
  expect(await why(docxOf(paragraph('1. Mora?'), { 'word/styles.xml': styles }), 'a.docx')).toMatch(semTexto);
  const parts = Object.fromEntries(Array.from({ length: LIMITES_VAZIO.partes }, (_, n) => [`x${n}`, '']));
  expect(await why(docxOf(paragraph('1. Mora?'), parts), 'a.docx')).toMatch(/tem partes demais/);
  // Blank lines at the end are ignored; a long gap between questions is accepted.
  expect(
    await readDocument(Buffer.from(`1. Mora?${'\n'.repeat(9000)}2. Onde?${'\n'.repeat(50_000)}`), 'a.txt'),
  ).toHaveLength(2);
  const gaps = docxOf(`${paragraph('1. Mora?')}${'<w:p/>'.repeat(9000)}${paragraph('2. Onde?')}`);
  expect(await readDocument(gaps, 'a.docx')).toHaveLength(2);
});

it('unpacks no bomb, whatever its header says', async () => {
  const bomb = docxOf('<w:p/>', { 'word/media/a.bin': '0'.repeat(3_000_000) });
  await expect(assertUnpacks(bomb, 1_000_000)).rejects.toThrow('descompactado, é grande demais');
  await expect(assertUnpacks(bomb, 1_000_000, 'uma planilha')).rejects.toThrow('demais para uma planilha');
  // The archive's directory states too small a size.
  const at = bomb.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  bomb.writeUInt32LE(10, at + 24);
  await expect(assertUnpacks(bomb, 100_000_000)).rejects.toThrow('danificado');
});

it('ends a process that takes too long or too much memory, and says so', async () => {
  const bytes = docxOf(paragraph('1. Mora aqui?'));
  await expect(read(bytes, 'a.docx', { tempoMs: 1, memoria: LIMITES_DOCUMENTO.memoria })).rejects.toThrow(
    'demorou demais',
  );
  await expect(read(bytes, 'a.docx', { tempoMs: 60_000, memoria: 30 * 1024 * 1024 })).rejects.toThrow(
    'memória demais',
  );
  const stop = new AbortController();
  const arquivo = join(folder, 'parado.docx');
  await writeFile(arquivo, bytes);
  const reading = readQuestionnaireFile({ arquivo, nome: 'parado.docx' }, stop.signal);
  stop.abort(new Error('parou'));
  await expect(reading).rejects.toThrow('parou');
});

async function killReadersOf(arquivo: string): Promise<void> {
  for (const pid of (await readdir('/proc')).filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )) {
    const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const files = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
    if (files.includes(arquivo)) process.kill(Number(pid), 'SIGKILL');
  }
}

it('says of a process that the system killed that it took too much memory, and not that the file is a bad one', async () => {
  const zip = new JSZip().file('a.wav', 'som').file('b.wav', 'som');
  const arquivo = join(folder, 'duas.zip');
  await writeFile(arquivo, await zip.generateAsync({ type: 'nodebuffer' }));
  const reading = extractEntries({ arquivo, nome: 'duas.zip' }, [0, 1], folder, () => killReadersOf(arquivo));
  await expect(reading).rejects.toThrow(
    'A leitura do arquivo precisou de memória demais e foi interrompida.',
  );
});
