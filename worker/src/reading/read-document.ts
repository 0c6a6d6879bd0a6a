import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/document';
import { assertFewBlankLines, withoutBlankEnd } from './blanks.ts';
import { decodeText } from './decode-text.ts';
import { readDoc } from './doc.ts';
import { readDocx } from './docx.ts';
import { LIMITES_DOCUMENTO } from './limits.ts';
import { readPdf } from './pdf.ts';
import { UnreadableError } from './unreadable.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** How Office packs an encrypted .docx: the name of the stream that holds it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Reads by what the file is, not by what it is called; but what is called a document and is a text is another file than was meant. */
async function blocks(bytes: Buffer, nome: string): Promise<Bloco[]> {
  const begins = (...words: string[]): boolean =>
    words.some((word) => bytes.subarray(0, word.length).equals(Buffer.from(word, 'latin1')));
  if (bytes.subarray(0, 1024).includes('%PDF-')) return readPdf(bytes);
  if (begins('PK\u0003\u0004', 'PK\u0005\u0006')) return readDocx(bytes);
  if (bytes.subarray(0, OLE.length).equals(OLE)) {
    if (bytes.includes(ENCRYPTED)) throw new UnreadableError('O documento do Word está protegido por senha.');
    return readDoc(bytes);
  }
  if (begins('{\\rtf'))
    throw new UnreadableError('O arquivo é RTF. Abra-o no Word, salve como .docx e envie de novo.');
  const said = /\.(pdf|docx?)$/iu.exec(nome)?.[1]?.toLowerCase();
  if (said) throw new UnreadableError(`O arquivo se chama .${said}, mas o seu conteúdo é outro.`);
  const text = withoutBlankEnd(decodeText(bytes));
  assertFewBlankLines(text, 'O documento');
  return blocksOfText(text);
}

/**
 * A document's lines and tables: .pdf, .docx, .doc or a text.
 * @param nome what it is called
 * @throws UnreadableError with the reason, for people
 */
export async function readDocument(bytes: Buffer, nome: string): Promise<Bloco[]> {
  if (bytes.length === 0) throw new UnreadableError('O arquivo está vazio.');
  if (bytes.length > LIMITES_DOCUMENTO.bytes) throw new UnreadableError('O documento passa de 20 MB.');
  const read = await blocks(bytes, nome);
  const length = read.reduce(
    (sum, block) => sum + (block.tipo === 'linha' ? block.texto.length : block.linhas.flat().join('').length),
    0,
  );
  if (length === 0) throw new UnreadableError('O documento não tem texto.');
  if (length > LIMITES_DOCUMENTO.caracteres)
    throw new UnreadableError('O texto do documento é longo demais para um questionário.');
  return read;
}
