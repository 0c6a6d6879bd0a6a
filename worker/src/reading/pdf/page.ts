/** A page of a PDF, and the words on it. */
import type { getDocumentProxy } from 'unpdf';

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** A run of words in one line. Points of the page from its upper left corner, as it is read. */
export type Piece = {
  text: string;
  x0: number;
  x1: number;
  /** Where the letters stand. */
  base: number;
  size: number;
  /** The file says that it belongs to the page and not to its text: a header, a footer. */
  artifact: boolean;
};
