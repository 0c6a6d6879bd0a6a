import type { getDocumentProxy } from 'unpdf';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** Words in a row on a line, in points from the upper left corner of the upright page. */
export type Piece = {
  text: string;
  x0: number;
  x1: number;
  /** Baseline of the letters. */
  base: number;
  size: number;
  /** Marked as part of the page, not of its text: a header, a footer. */
  artifact: boolean;
};
