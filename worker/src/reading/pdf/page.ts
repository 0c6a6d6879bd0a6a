import type { getDocumentProxy } from 'unpdf';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** A run of words in a line, in points from the upright page's upper left corner. */
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
