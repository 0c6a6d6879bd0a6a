import type { Bloco } from '@escuta/shared/domain/survey-file/documents/document';
import { getDocumentProxy } from 'unpdf';
import { LIMITES_DOCUMENTO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';
import { orderOf } from './columns.ts';
import { withoutEdges } from './edges.ts';
import { blocksOfPage, withoutHyphens, withWholeTables } from './page-lines.ts';
import { type PageText, pageText } from './pieces.ts';
import { rowsOf, segmentsOf } from './rows.ts';

async function pagesOf(bytes: Buffer): Promise<PageText[]> {
  // A copy, because the library takes over the buffer.
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    maxImageSize: 1,
  }).catch((error: unknown) => {
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableError(
      locked
        ? 'O PDF está protegido por senha. Salve uma cópia sem senha e envie-a.'
        : 'O PDF está danificado e não pôde ser aberto. Envie outra cópia.',
    );
  });
  if (document.numPages > LIMITES_DOCUMENTO.paginas)
    throw new UnreadableError(
      `O PDF tem ${document.numPages} páginas. O limite é de ${LIMITES_DOCUMENTO.paginas}: envie só as páginas do questionário.`,
    );
  const pages: PageText[] = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const page = await document.getPage(n);
    pages.push(await pageText(page));
    page.cleanup();
  }
  return pages;
}

/**
 * Reads a PDF's lines in reading order, with their places, and its header's lines.
 * @throws UnreadableError if it is damaged, protected, too long, or has only pictures of text
 */
export async function readPdf(bytes: Buffer): Promise<{ blocos: Bloco[]; cabecalho: string[] }> {
  const pages = await pagesOf(bytes);
  if (pages.every(({ pieces }) => pieces.length === 0))
    throw new UnreadableError(
      'O PDF não tem texto: é uma imagem digitalizada. Envie o arquivo de origem (.docx, .txt) ou um PDF com texto.',
    );
  const { rows, cabecalho } = withoutEdges(
    pages.map(({ pieces, height }) => ({ rows: rowsOf(segmentsOf(pieces)), height })),
  );
  const blocos = pages.flatMap((page, at) => {
    const segments = (rows[at] ?? []).flatMap((row) => row.segments);
    const { parts, sure } = page.overfull ? { parts: [rows[at] ?? []], sure: false } : orderOf(segments);
    return blocksOfPage(parts, page, at + 1, sure);
  });
  return { blocos: withoutHyphens(withWholeTables(blocos)), cabecalho };
}
