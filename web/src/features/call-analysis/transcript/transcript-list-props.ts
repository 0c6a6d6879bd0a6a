import type { ReactNode, RefObject } from 'react';

/** Scrolls to a sentence in the middle of the list, without scrolling the page. */
export type ScrollTo = (index: number, behavior: ScrollBehavior) => void;

export interface TranscriptListProps {
  count: number;
  renderRow: (index: number) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  /** Receives the list's scroll function. */
  onReady: (scrollTo: ScrollTo) => void;
}
