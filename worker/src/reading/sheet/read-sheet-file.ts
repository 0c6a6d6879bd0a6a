import { open, readFile, stat } from 'node:fs/promises';
import type { LinhaLida, LinhasLidas, PlanilhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { decodeText } from '../formats/decode-text.ts';
import { LIMITES_LIGACOES, LIMITES_PLANILHA } from '../limits.ts';
import { assertUnpacks } from '../unpacked.ts';
import { UnreadableError } from '../unreadable.ts';
import { sheetOfText } from './csv.ts';
import type { Modo } from './shown.ts';
import { type Folha, type Folhas, readRows, readTable } from './table.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const SALVE = 'Abra-a no seu programa de planilhas, salve como .xlsx e envie de novo.';
const DESCONHECIDO = 'O arquivo não é uma planilha aceita. Envie .xlsx, .xls ou .csv.';
const SENHA = 'A planilha está protegida por senha. Salve uma cópia sem senha e envie-a.';

const utf16 = (name: string): Buffer => Buffer.from(name, 'utf16le');

type Como = { desempacotado: number; modo: Modo };

async function openPacked(arquivo: string, { desempacotado, modo }: Como): Promise<Folhas> {
  const names = await assertUnpacks(arquivo, desempacotado, 'uma planilha');
  const has = (name: string): boolean => [...names].some((one) => one.toLowerCase() === name);
  if (has('xl/workbook.bin'))
    throw new UnreadableError(`A planilha está no formato binário do Excel (.xlsb). ${SALVE}`);
  if (has('word/document.xml'))
    throw new UnreadableError('O arquivo é um documento do Word, não uma planilha.');
  if (has('content.xml'))
    throw new UnreadableError(`A planilha está no formato do LibreOffice (.ods). ${SALVE}`);
  if (![...names].some((one) => /^xl\//iu.test(one)) && !has('[content_types].xml'))
    throw new UnreadableError(DESCONHECIDO);
  const { sheetsOfXlsx } = await import('./xlsx.ts');
  return sheetsOfXlsx(arquivo, modo);
}

async function compound(bytes: Buffer, modo: Modo): Promise<Folhas> {
  if (bytes.includes(utf16('EncryptedPackage'))) throw new UnreadableError(SENHA);
  if (!bytes.includes(utf16('Workbook')) && !bytes.includes(utf16('Book')))
    throw new UnreadableError(
      bytes.includes(utf16('WordDocument'))
        ? 'O arquivo é um documento do Word, não uma planilha.'
        : DESCONHECIDO,
    );
  const { sheetsOfXls } = await import('./xls.ts');
  return sheetsOfXls(bytes, modo);
}

/** @throws UnreadableError with a message about sheets, because the person sent a sheet */
function textOf(bytes: Buffer): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw error instanceof UnreadableError ? new UnreadableError(DESCONHECIDO) : error;
  }
}

async function headOf(arquivo: string): Promise<Buffer> {
  const file = await open(arquivo);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(OLE.length), 0, OLE.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function assertSize(arquivo: string, most: number): Promise<void> {
  const { size } = await stat(arquivo);
  if (size === 0) throw new UnreadableError('A planilha está vazia.');
  if (size > most) throw new UnreadableError(`A planilha passa de ${most / 1024 / 1024} MB.`);
}

/** Chooses the reader by content, because even a plain text may have a workbook's extension. */
async function openSheets(arquivo: string, nome: string, como: Como): Promise<Folhas> {
  const head = await headOf(arquivo);
  const begins = (...words: string[]): boolean =>
    words.some((word) => head.subarray(0, word.length).equals(Buffer.from(word, 'latin1')));
  if (begins('PK\u0003\u0004', 'PK\u0005\u0006')) return openPacked(arquivo, como);
  const bytes = await readFile(arquivo);
  if (head.equals(OLE)) return compound(bytes, como.modo);
  if (begins('\u0009\u0008', '\u0009\u0004', '\u0009\u0002', '\u0009\u0000'))
    throw new UnreadableError(`A planilha é de um Excel muito antigo. ${SALVE}`);
  if (begins('%PDF-', '{\\rtf', 'Rar!', '7z\u00bc\u00af')) throw new UnreadableError(DESCONHECIDO);
  const text = textOf(bytes);
  const first = text.slice(0, 2000).trimStart();
  if (/^<\?xml|^<workbook/iu.test(first))
    throw new UnreadableError(`A planilha está em XML, não no formato do Excel. ${SALVE}`);
  if (/^<(?:!doctype|!--|html|head|body|table|meta|style)/iu.test(first))
    throw new UnreadableError(`O arquivo é uma página da internet (HTML) com nome de planilha. ${SALVE}`);
  const said = /\.(xlsx?|ods|xlsb|xlsm)$/iu.exec(nome)?.[1]?.toLowerCase();
  // A text named .xls is accepted, because some programs name tab-separated texts so.
  if (said && said !== 'xls')
    throw new UnreadableError(
      `O nome do arquivo termina em .${said}, mas o conteúdo é de outro tipo. Confira o arquivo e envie-o de novo.`,
    );
  return sheetOfText(text);
}

/** Reads a workbook's visible sheets, by name. @throws UnreadableError */
export async function sheetsOfWorkbook(
  arquivo: string,
  nome: string,
  desempacotado: number,
): Promise<Folha[]> {
  return (await openSheets(arquivo, nome, { desempacotado, modo: 'pessoas' })).folhas;
}

/**
 * Reads a sheet's table: .xlsx, .xls, or a text of columns.
 * @param nome name for people
 * @throws UnreadableError
 */
export async function readSheetFile(
  arquivo: string,
  nome: string,
  hand: (linhas: LinhaLida[]) => Promise<void>,
): Promise<PlanilhaLida> {
  await assertSize(arquivo, LIMITES_PLANILHA.bytes);
  const { desempacotado } = LIMITES_PLANILHA;
  const { folhas } = await openSheets(arquivo, nome, { desempacotado, modo: 'pessoas' });
  return readTable(folhas, hand);
}

/**
 * Reads all rows of a sheet of calls, with the heading; dates are machine-readable (2026-11-16 08:06:15).
 * @param aba the sheet chosen by a person; null: the sheet that seems to hold calls
 * @throws UnreadableError
 */
export async function readRowsFile(
  arquivo: string,
  nome: string,
  hand: (linhas: LinhaLida[]) => Promise<void>,
  aba: string | null = null,
): Promise<LinhasLidas> {
  await assertSize(arquivo, LIMITES_LIGACOES.bytes);
  const { desempacotado } = LIMITES_LIGACOES;
  const folhas = await openSheets(arquivo, nome, { desempacotado, modo: 'leitura' });
  return readRows(folhas, LIMITES_LIGACOES, hand, aba);
}
