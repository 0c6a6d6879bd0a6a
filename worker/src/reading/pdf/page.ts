import type { getDocumentProxy } from 'unpdf';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** Consecutive words of a line. Positions are in points from the upright page's upper left. */
export type Piece = {
  text: string;
  x0: number;
  x1: number;
  /** The letters' baseline. */
  base: number;
  size: number;
  /** True if the file marks the words as a page header or footer. */
  artifact: boolean;
};
