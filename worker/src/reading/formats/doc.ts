import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/documents/document';
import WordExtractor from 'word-extractor';
import { UnreadableError } from '../unreadable.ts';
import { withPlainSigns } from './symbols.ts';

/** Signs of a field: where it begins, where what it shows begins, where it ends; and one that word-extractor leaves out. */
const [BEGIN, SHOWS, END, NOTHING] = ['\x13', '\x14', '\x15', '\x03'];

/** A check box of a form, as Word 97 wrote it: a field that shows nothing. @param wide whether characters have two bytes */
function checkBox(wide: boolean): RegExp {
  const high = wide ? '\\0' : '';
  const name = [...'FORMCHECKBOX'].join(high);
  const other = `(?:[^${BEGIN}${SHOWS}${END}]${high}){0,4}`;
  return new RegExp(
    `${BEGIN}${high}(?: ${high})?${name}${high}${other}(?:${SHOWS}${high}${other})?${END}${high}`,
    'g',
  );
}
const FORMS = [
  { form: checkBox(false), bytes: 1 },
  { form: checkBox(true), bytes: 2 },
] as const;

/** The file with '[ ]' where it has a check box. What is written over keeps its length, so that all else stays in its place. */
export function withBoxes(bytes: Buffer): Buffer {
  let text = bytes.toString('latin1');
  for (const { form, bytes: each } of FORMS) {
    text = text.replace(form, (field) => {
      const box = '[ ] '.padEnd(field.length / each, NOTHING);
      return each === 1 ? box : [...box].join('\0').concat('\0');
    });
  }
  return Buffer.from(text, 'latin1');
}

/** A box of Wingdings, put in as a symbol, comes as a bracket that nothing closes. */
const BRACKET = /(^|\t)\((?=\s?[\p{L}\d][^()\n\t]*(?:\n|\t|$))/gmu;

/**
 * A .doc of Word 97 to 2003: its lines; cells of a table are a line's. Numbers of lists are not in it.
 * @throws UnreadableError where it is damaged or protected, which the format does not tell apart once it does not open
 */
export async function readDoc(bytes: Buffer): Promise<Bloco[]> {
  try {
    const document = await new WordExtractor().extract(withBoxes(bytes));
    return blocksOfText(withPlainSigns(document.getBody().replace(BRACKET, '$1☐ ')));
  } catch {
    throw new UnreadableError(
      'O documento do Word não pôde ser aberto: está protegido por senha ou danificado.',
    );
  }
}
