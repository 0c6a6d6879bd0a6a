import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/documents/document';
import WordExtractor from 'word-extractor';
import { UnreadableError } from '../unreadable.ts';
import { withPlainSigns } from './symbols.ts';

/** A field's start, the start of its visible part and its end; and a character that word-extractor drops. */
const [BEGIN, SHOWS, END, NOTHING] = ['\x13', '\x14', '\x15', '\x03'];

/** Matches Word 97's check box, a field without a visible part. @param wide true if characters have two bytes */
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

/** Replaces each check box by '[ ]' of equal length, so that offsets stay valid. */
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

/** Matches a '(' never closed, because word-extractor reads a Wingdings box as '('. */
const BRACKET = /(^|\t)\((?=\s?[\p{L}\d][^()\n\t]*(?:\n|\t|$))/gmu;

/**
 * Reads a .doc of Word 97 to 2003 as lines, one per table row, without list numbers.
 * @throws UnreadableError if it does not open: damage and protection cannot be distinguished
 */
export async function readDoc(bytes: Buffer): Promise<Bloco[]> {
  try {
    const document = await new WordExtractor().extract(withBoxes(bytes));
    return blocksOfText(withPlainSigns(document.getBody().replace(BRACKET, '$1☐ ')));
  } catch {
    throw new UnreadableError(
      'O documento do Word não pôde ser aberto: está protegido por senha ou danificado. Abra-o no Word, salve como .docx e envie de novo.',
    );
  }
}
