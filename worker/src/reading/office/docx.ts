import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/document';
import mammoth from 'mammoth';
import { Markup } from './blanks.ts';
import { LIMITES_DOCUMENTO } from './limits.ts';
import { assertUnpacks } from './unpacked.ts';
import { UnreadableError } from './unreadable.ts';

/** What mammoth's tree is made of, as far as it is looked at. */
type Element = {
  type: string;
  value?: string;
  children?: Element[];
  numbering?: { isOrdered: boolean; level: string | number } | null;
};

function textOf({ type, value, children }: Element): string {
  if (type === 'text') return value ?? '';
  if (type === 'tab') return '\t';
  if (type === 'break') return '\n';
  return (children ?? []).map(textOf).join('');
}

/**
 * Word counts the items of a list by itself: the numbers are not in the text. Items that ask are counted through the document, whatever
 * stands between two lists; others are what may be answered.
 */
class Numbers {
  #asked = 0;

  mark(texto: string, { isOrdered, level }: { isOrdered: boolean; level: string | number }): string {
    if (/^\s*(?:[PQ]?\d{1,3}\s*[-–.)]|\(\s*\)|\[\s*\])/iu.test(texto)) return texto;
    if (!isOrdered || Number(level) > 0) return `( ) ${texto}`;
    if (!/[?:](?:\s*[([{].*|\s*_+)?\s*$/u.test(texto) && this.#asked > 0) return `( ) ${texto}`;
    this.#asked += 1;
    return `${this.#asked}. ${texto}`;
  }
}

function paragraph(element: Element, numbers: Numbers): Bloco[] {
  const texto = textOf(element).trim();
  if (texto === '') return [];
  return blocksOfText(element.numbering ? numbers.mark(texto, element.numbering) : texto);
}

const cellsOf = (row: Element): string[] =>
  (row.children ?? []).map((cell) =>
    (cell.children ?? [])
      .map((part) => textOf(part).trim())
      .join('\n')
      .trim(),
  );

function blocksOf(elements: readonly Element[], numbers: Numbers): Bloco[] {
  return elements.flatMap((element): Bloco[] => {
    if (element.type === 'paragraph') return paragraph(element, numbers);
    if (element.type !== 'table') return blocksOf(element.children ?? [], numbers);
    const rows = (element.children ?? []).filter(({ type }) => type === 'tableRow');
    // A table of one column is a frame around paragraphs.
    if (rows.every(({ children }) => (children ?? []).length <= 1))
      return rows.flatMap((row) =>
        (row.children ?? []).flatMap((cell) => blocksOf(cell.children ?? [], numbers)),
      );
    return [{ tipo: 'tabela', linhas: rows.map(cellsOf) }];
  });
}

/**
 * A .docx: its paragraphs and tables. Pictures are not looked at, and nothing outside the file is opened.
 * @throws UnreadableError where it is damaged, no Word document, or larger than it should be
 */
export async function readDocx(bytes: Buffer): Promise<Bloco[]> {
  const names = await assertUnpacks(bytes, LIMITES_DOCUMENTO.desempacotado, 'um questionário', () => {
    const markup = new Markup();
    return (piece) => markup.take(piece);
  });
  if (!names.has('word/document.xml'))
    throw new UnreadableError('O arquivo não é um documento do Word (.docx).');
  let root: Element | null = null;
  try {
    await mammoth.convertToHtml(
      { buffer: bytes },
      {
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        transformDocument: (document: Element) => {
          root = document;
          return { ...document, children: [] };
        },
      },
    );
  } catch {
    throw new UnreadableError('O documento do Word está danificado e não pôde ser aberto.');
  }
  return blocksOf((root as Element | null)?.children ?? [], new Numbers());
}
