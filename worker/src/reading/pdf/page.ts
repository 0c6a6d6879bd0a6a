import type { getDocumentProxy } from 'unpdf';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** Consecutive words of a line. Positions are in points from the upper left corner of the page, turned upright. */
export type Piece = {
  text: string;
  x0: number;
  x1: number;
  /** Vertical position of the letters' baseline. */
  base: number;
  size: number;
  /** True if the file marks the words as belonging to the page, not to its text: a page header or footer. */
  artifact: boolean;
};
