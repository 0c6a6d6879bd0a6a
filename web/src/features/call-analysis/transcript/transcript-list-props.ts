import type { ReactNode, RefObject } from 'react';

/** Shows a sentence in the middle of the list, without moving the page around it. */
export type ScrollTo = (index: number, behavior: ScrollBehavior) => void;

export interface TranscriptListProps {
  count: number;
  renderRow: (index: number) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  /** Gets the list's way of scrolling. */
  onReady: (scrollTo: ScrollTo) => void;
}
