import { open, readFile, stat } from 'node:fs/promises';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { LinhaLida as LinhaDeAba } from '@escuta/shared/domain/survey-file/rows/sheet';
import { isXlsform, readXlsform } from '@escuta/shared/domain/survey-file/xlsform/read-xlsform';
import type { AbaLida } from '@escuta/shared/domain/survey-file/xlsform/tables';
import yauzl from 'yauzl';
import { LIMITES_DOCUMENTO, LIMITES_VAZIO } from '../limits.ts';
import { sheetsOfWorkbook } from '../sheet/read-sheet-file.ts';
import { toStorable } from '../storable.ts';
import { UnreadableError } from '../unreadable.ts';

/** Sheets of a form, with the greatest number of rows of each. */
const ABAS = new Map([
  ['survey', 5_000],
  ['choices', 50_000],
  ['settings', 100],
]);
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const utf16 = (name: string): Buffer => Buffer.from(name, 'utf16le');

async function holdsWorkbook(arquivo: string): Promise<boolean> {
  try {
    const archive = await yauzl.openPromise(arquivo);
    if (archive.entryCount > LIMITES_VAZIO.partes) return false;
    for await (const { fileName } of archive.eachEntry())
      if (/^xl\/workbook\.(?:xml|bin)$/iu.test(fileName)) return true;
    return false;
  } catch {
    // A damaged file is no form's workbook; the reader of documents reports the damage.
    return false;
  }
}

export async function isWorkbook(arquivo: string): Promise<boolean> {
  const file = await open(arquivo);
  const head = Buffer.alloc(OLE.length);
  await file.read(head, 0, head.length, 0);
  await file.close();
  if (head.toString('latin1', 0, 2) === 'PK') return holdsWorkbook(arquivo);
  if (!head.equals(OLE) || (await stat(arquivo)).size > LIMITES_DOCUMENTO.bytes) return false;
  const bytes = await readFile(arquivo);
  return bytes.includes(utf16('Workbook')) && !bytes.includes(utf16('WordDocument'));
}

/** Reads the questionnaire of an XLSForm workbook. @throws UnreadableError */
export async function readFormWorkbook(arquivo: string, nome: string): Promise<QuestionarioLido> {
  const { size } = await stat(arquivo);
  if (size > LIMITES_DOCUMENTO.bytes) throw new UnreadableError('O documento passa de 20 MB.');
  const folhas = await sheetsOfWorkbook(arquivo, nome, LIMITES_DOCUMENTO.desempacotado);
  const abas: AbaLida[] = [];
  let characters = 0;
  for (const folha of folhas) {
    const most = ABAS.get((folha.nome ?? '').trim().toLowerCase());
    if (most === undefined) continue;
    const linhas: LinhaDeAba[] = [];
    for await (const rows of folha.rows())
      for (const { n, celulas } of rows) {
        const cells = celulas.map((cell) => toStorable(cell).trim());
        characters += cells.join('').length;
        if (linhas.length >= most || characters > LIMITES_DOCUMENTO.caracteres)
          throw new UnreadableError('O formulário é longo demais para um questionário. Divida-o em partes.');
        if (cells.some((cell) => cell !== '')) linhas.push({ n, celulas: cells });
      }
    abas.push({ nome: folha.nome ?? '', linhas });
  }
  if (!isXlsform(abas))
    throw new UnreadableError(
      'A planilha não é um XLSForm: falta a aba “survey”, com as colunas type e name. Envie o questionário em PDF, Word ou texto, ou um XLSForm.',
    );
  return readXlsform(abas);
}
