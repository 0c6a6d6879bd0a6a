import type { LinhaLida } from './read-questionnaire.ts';

/** Documents without pages (Word, text) are split after so many lines or characters. */
const LINHAS_POR_PAGINA = 60;
const CARACTERES_POR_PAGINA = 6000;

/** A page's number, from 1, and its lines' indices, from 0. */
export type PaginaDoDocumento = { pagina: number; linhas: number[] };

type Linha = Pick<LinhaLida, 'texto' | 'lugar'>;

/** Pages as printed, or made by splitting. */
export function pagesOf(linhas: readonly Linha[]): PaginaDoDocumento[] {
  const printed = linhas.some(({ lugar }) => lugar !== null);
  const pages: PaginaDoDocumento[] = [];
  let characters = 0;
  for (const [place, { texto, lugar }] of linhas.entries()) {
    const last = pages.at(-1);
    characters += texto.length;
    const full = last && (last.linhas.length >= LINHAS_POR_PAGINA || characters > CARACTERES_POR_PAGINA);
    // A line without a position (a table cell) is on the previous line's page.
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

/** True if no question uses a line. */
export const isOpenLine = ({ uso, pergunta }: Pick<LinhaLida, 'uso' | 'pergunta'>): boolean =>
  uso !== 'usada' && pergunta === null;

/**
 * Updates lines after a correction.
 * @param placeNow new index of a question by its old one; null: removed
 * @param changed new indices of changed questions
 * @param taken new question index of lines that a person assigned
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
