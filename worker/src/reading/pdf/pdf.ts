import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/document';
import { extractText, getDocumentProxy } from 'unpdf';
import { LIMITES_DOCUMENTO } from './limits.ts';
import { UnreadableError } from './unreadable.ts';

const PAGE_NUMBER = /^(?:p[aá]g(?:ina|\.)?\s*)?\d{1,4}(?:\s*(?:de|\/)\s*\d{1,4})?$/iu;
/** Lines at a page's edge that may be its header or its footer. */
const EDGE = 2;

/** Pages without what stands at the edge of more than half of them: headers, footers, page numbers. */
export function withoutEdges(pages: readonly string[]): string[] {
  const lines = pages.map((page) =>
    page
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  const edgesOf = (page: readonly string[]): string[] => [...page.slice(0, EDGE), ...page.slice(-EDGE)];
  const often = new Map<string, number>();
  for (const page of lines)
    for (const line of new Set(edgesOf(page))) often.set(line, (often.get(line) ?? 0) + 1);
  const isEdge = (line: string): boolean =>
    PAGE_NUMBER.test(line) || (pages.length > 2 && (often.get(line) ?? 0) > pages.length / 2);
  return lines.map((page) =>
    page.filter((line, index) => !((index < EDGE || index >= page.length - EDGE) && isEdge(line))).join('\n'),
  );
}

/**
 * A PDF's lines, page by page.
 * @throws UnreadableError where it is damaged, protected, too long, or holds pictures of text only
 */
export async function readPdf(bytes: Buffer): Promise<Bloco[]> {
  // It keeps what it is given: a copy, whose every byte is the file's.
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
  }).catch((error: unknown) => {
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableError(
      locked
        ? 'O PDF está protegido por senha. Salve uma cópia sem senha e envie-a.'
        : 'O PDF está danificado e não pôde ser aberto.',
    );
  });
  if (document.numPages > LIMITES_DOCUMENTO.paginas)
    throw new UnreadableError(
      `O PDF tem ${document.numPages} páginas; são lidas até ${LIMITES_DOCUMENTO.paginas}.`,
    );
  const { text } = await extractText(document, { mergePages: false });
  if (text.join('').trim().length === 0)
    throw new UnreadableError(
      'O PDF não tem texto: é uma imagem digitalizada. Envie o arquivo de origem (.docx, .txt) ou um PDF com texto.',
    );
  return blocksOfText(withoutEdges(text).join('\n'));
}
