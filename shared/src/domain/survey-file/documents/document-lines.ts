/** The lines of a document beside the questions that were read out of it: their pages, and what corrections make of them. */
import type { LinhaLida } from './read-questionnaire.ts';

/** A document without pages (Word, text) is cut into pages of so many lines, or characters, whichever is reached first. */
const LINHAS_POR_PAGINA = 60;
const CARACTERES_POR_PAGINA = 6000;

/** A page's number, from 1, and the places of its lines in the document, from 0. */
export type PaginaDoDocumento = { pagina: number; linhas: number[] };

type Linha = Pick<LinhaLida, 'texto' | 'lugar'>;

/** The document's pages, each with its lines: as printed, or of a document without pages as cut here. */
export function pagesOf(linhas: readonly Linha[]): PaginaDoDocumento[] {
  const printed = linhas.some(({ lugar }) => lugar !== null);
  const pages: PaginaDoDocumento[] = [];
  let characters = 0;
  for (const [place, { texto, lugar }] of linhas.entries()) {
    const last = pages.at(-1);
    characters += texto.length;
    const full = last && (last.linhas.length >= LINHAS_POR_PAGINA || characters > CARACTERES_POR_PAGINA);
    // A line without a place of its own (a cell of a table) stands on the page of the line before it.
    const pagina = printed
      ? (lugar?.pagina ?? last?.pagina ?? 1)
      : (last?.pagina ?? 0) + (full || !last ? 1 : 0);
    const page = pages.find((one) => one.pagina === pagina);
    if (page) page.linhas.push(place);
    else {
      pages.push({ pagina, linhas: [place] });
      characters = texto.length;
    }
  }
  return pages;
}

/** What people and the model may still make something of: a line that is no question's yet. */
export const isOpenLine = ({ uso, pergunta }: Pick<LinhaLida, 'uso' | 'pergunta'>): boolean =>
  uso !== 'usada' && pergunta === null;

/**
 * The lines after a correction of the questions. A question's lines go where it goes, are left again where it was removed, and are
 * doubtful no more where a person changed it.
 * @param placeNow a question's place now by its place before; null: it was removed
 * @param changed places now of the questions that a person changed
 * @param taken lines that a person gave a question: the question's place now by the line's
 */
export function linesAfter(
  linhas: readonly LinhaLida[],
  {
    placeNow,
    changed,
    taken,
  }: {
    placeNow: (before: number) => number | null;
    changed: ReadonlySet<number>;
    taken: ReadonlyMap<number, number>;
  },
): LinhaLida[] {
  return linhas.map((linha, place) => {
    const given = taken.get(place);
    if (given !== undefined) return { ...linha, uso: 'usada', pergunta: given };
    if (linha.pergunta === null) return linha;
    const pergunta = placeNow(linha.pergunta);
    if (pergunta === null) return { ...linha, uso: 'deixada', pergunta: null };
    return { ...linha, uso: changed.has(pergunta) ? 'usada' : linha.uso, pergunta };
  });
}
