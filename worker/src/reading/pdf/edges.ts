import type { Row } from './rows.ts';
import { pitchOf, textOfRow } from './rows.ts';

const PAGE_NUMBER =
  /^[-–—\s]*(?:(?:p[aá]g(?:ina|\.)?|folha|fl\.?)\s*(?:n[º°o.]*\s*)?)?\d{1,4}(?:\s*(?:de|\/)\s*\d{1,4})?[-–—\s]*$/iu;
export const isPageNumber = (line: string): boolean => PAGE_NUMBER.test(line);

const BARE_NUMBER = /^[-–—\s]*(\d{1,4})[-–—\s]*$/u;

/** Greatest number of lines in a header or footer; MARGIN: greatest share of the page's height. */
const EDGE = 4;
const MARGIN = 0.13;

/** Replaces numbers: 'Página 2 de 9' becomes 'Página # de #'. */
const maskNumbers = (text: string): string => text.replace(/\d+/gu, '#').replace(/\s+/gu, ' ').trim();
/** True for options and questions, which may stand at the same position of pages by accident. */
const isContent = (text: string): boolean =>
  /^(?:[([☐]|\d{1,3}\s*[-–.)]|[a-z]\)|[PQ]\s*\d)/iu.test(text) && !isPageNumber(text);

const isArtifact = ({ segments }: Row): boolean => segments.every(({ artifact }) => artifact);
/** True if few lines are marked as artifacts; marks on most lines mean nothing: some programs mark whole pages. */
const fewArtifacts = ({ rows }: PageRows): boolean => rows.filter(isArtifact).length * 3 <= rows.length;

type PageRows = { rows: Row[]; height: number };

/**
 * Removes headers, footers and page numbers: lines that the file marks as artifacts, and lines at the same position of
 * more than half of the pages.
 * @returns each page's other rows; the header's lines
 */
export function withoutEdges(pages: readonly PageRows[]): { rows: Row[][]; cabecalho: string[] } {
  const often = new Map<string, Set<number>>();
  const keyOf = (row: Row, height: number): string =>
    `${maskNumbers(textOfRow(row))}|${Math.round((row.base / height) * 50)}`;
  const atEdge = ({ rows, height }: PageRows, at: number): boolean => {
    const row = rows[at];
    if (!row) return false;
    const top = at < EDGE && row.base < height * MARGIN;
    return top || (at >= rows.length - EDGE && row.base > height * (1 - MARGIN));
  };
  for (const [page, one] of pages.entries()) {
    for (const [at, row] of one.rows.entries()) {
      if (!atEdge(one, at)) continue;
      const key = keyOf(row, one.height);
      often.set(key, (often.get(key) ?? new Set()).add(page));
    }
  }
  // A number alone in its line may be a code; a page number rises with the pages.
  const offsets = new Map<number, number>();
  const bareOf = ({ rows }: PageRows, at: number): number | null => {
    const row = at < 2 || at >= rows.length - 2 ? rows[at] : undefined;
    const hit = row && BARE_NUMBER.exec(textOfRow(row));
    return hit ? Number(hit[1]) : null;
  };
  for (const [page, one] of pages.entries()) {
    for (const at of one.rows.keys()) {
      const bare = atEdge(one, at) ? bareOf(one, at) : null;
      if (bare !== null) offsets.set(bare - page, (offsets.get(bare - page) ?? 0) + 1);
    }
  }
  /** True if a line is as near its neighbour as lines of text are, which shows that its number is a code. */
  const isAmong = ({ rows: own }: PageRows, at: number): boolean => {
    const base = own[at]?.base ?? 0;
    const beside = own[at < 2 ? at + 1 : at - 1]?.base;
    return beside !== undefined && own.length > EDGE && Math.abs(base - beside) <= pitchOf(own) * 1.3;
  };
  const isOfPage = (page: number, at: number, bare: number): boolean =>
    (offsets.get(bare - page) ?? 0) > 1 || (bare === page + 1 && !isAmong(pages[page] as PageRows, at));
  const cabecalho: string[] = [];
  const rows = pages.map((page, n) =>
    page.rows.filter((row, at) => {
      if (!atEdge(page, at)) return true;
      const text = textOfRow(row);
      const said = fewArtifacts(page) && isArtifact(row);
      const repeated = pages.length > 1 && (often.get(keyOf(row, page.height))?.size ?? 0) > pages.length / 2;
      const bare = bareOf(page, at);
      const edge = at < 2 || at >= page.rows.length - 2;
      const number = bare === null ? edge && isPageNumber(text) : isOfPage(n, at, bare);
      if (!said && !number && !(repeated && !isContent(text))) return true;
      if (row.base < page.height / 2 && !isPageNumber(text) && !cabecalho.includes(text))
        cabecalho.push(text);
      return false;
    }),
  );
  return { rows, cabecalho: cabecalho.slice(0, EDGE) };
}
