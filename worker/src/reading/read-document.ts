import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/documents/document';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/documents/questionnaire-grammar';
import { assertFewBlankLines, Markup, withoutBlankEnd } from './formats/blanks.ts';
import { decodeText } from './formats/decode-text.ts';
import { readDoc } from './formats/doc.ts';
import { withPlainSigns } from './formats/symbols.ts';
import { LIMITES_DOCUMENTO } from './limits.ts';
import { readDocx } from './office/docx.ts';
import { readOdt } from './office/odt.ts';
import { partsOf } from './packed.ts';
import { isPageNumber } from './pdf/edges.ts';
import { readPdf } from './pdf/pdf.ts';
import { assertUnpacks } from './unpacked.ts';
import { UnreadableError } from './unreadable.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Name of a stream that only an encrypted .docx contains. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

type Lido = { blocos: Bloco[]; cabecalho: string[] };

async function readPacked(bytes: Buffer): Promise<Lido> {
  const names = await assertUnpacks(bytes, LIMITES_DOCUMENTO.desempacotado, 'um questionário', () => {
    const markup = new Markup();
    return (piece) => markup.take(piece);
  });
  const parts = await partsOf(bytes);
  return names.has('content.xml') && names.has('mimetype') ? readOdt(parts) : readDocx(parts);
}

/** Chooses the reader by content, because even a plain text may have a document's extension. */
async function takeApart(bytes: Buffer, nome: string): Promise<Lido> {
  const begins = (...words: string[]): boolean =>
    words.some((word) => bytes.subarray(0, word.length).equals(Buffer.from(word, 'latin1')));
  if (bytes.subarray(0, 1024).includes('%PDF-')) return readPdf(bytes);
  if (begins('PK\u0003\u0004', 'PK\u0005\u0006')) return readPacked(bytes);
  if (bytes.subarray(0, OLE.length).equals(OLE)) {
    if (bytes.includes(ENCRYPTED))
      throw new UnreadableError(
        'O documento do Word está protegido por senha. Salve uma cópia sem senha e envie-a.',
      );
    return { blocos: await readDoc(bytes), cabecalho: [] };
  }
  if (begins('{\\rtf'))
    throw new UnreadableError('O arquivo é RTF. Abra-o no Word, salve como .docx e envie de novo.');
  const said = /\.(pdf|docx?|odt)$/iu.exec(nome)?.[1]?.toLowerCase();
  if (said)
    throw new UnreadableError(
      `O nome do arquivo termina em .${said}, mas o conteúdo é de outro tipo. Confira o arquivo e envie-o de novo.`,
    );
  const text = withoutBlankEnd(decodeText(bytes));
  assertFewBlankLines(text, 'O documento');
  return { blocos: blocksOfText(withPlainSigns(text)), cabecalho: [] };
}

/** Uses the page header as title, if there is no other. */
function withTitle({ blocos, cabecalho }: Lido): Bloco[] {
  const titulo = cabecalho.map((line) => line.trim()).filter((line) => line !== '' && !isPageNumber(line));
  if (titulo.length === 0 || readQuestionnaire(blocos).titulo !== null) return blocos;
  return [...blocksOfText(titulo.join(' ')), ...blocos];
}

/**
 * Reads the lines and tables of a .pdf, .docx, .odt, .doc or text.
 * @param nome the file's name for people
 * @throws UnreadableError
 */
export async function readDocument(bytes: Buffer, nome: string): Promise<Bloco[]> {
  if (bytes.length === 0) throw new UnreadableError('O arquivo está vazio.');
  if (bytes.length > LIMITES_DOCUMENTO.bytes) throw new UnreadableError('O documento passa de 20 MB.');
  const read = withTitle(await takeApart(bytes, nome));
  const length = read.reduce(
    (sum, block) => sum + (block.tipo === 'linha' ? block.texto.length : block.linhas.flat().join('').length),
    0,
  );
  if (length === 0) throw new UnreadableError('O documento não tem texto.');
  const lines = read.reduce((sum, block) => sum + (block.tipo === 'linha' ? 1 : block.linhas.length), 0);
  if (length > LIMITES_DOCUMENTO.caracteres || lines > LIMITES_DOCUMENTO.linhas)
    throw new UnreadableError(
      'O texto do documento é longo demais para um questionário. Envie só o texto das perguntas.',
    );
  return read;
}
