import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';

/** From this many sentences on only those on screen are drawn. */
export const VIRTUAL_FROM = 200;

/** Shows a sentence in the middle of the list, without moving the page around it. */
export type ScrollTo = (index: number, behavior: ScrollBehavior) => void;

interface TranscriptListProps {
  count: number;
  renderRow: (index: number) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  /** Gets the list's way of scrolling. */
  onReady: (scrollTo: ScrollTo) => void;
}

/** The sentences, all of them or, in a long call, those around the visible part. */
export function TranscriptList(props: TranscriptListProps) {
  return props.count > VIRTUAL_FROM ? <VirtualList {...props} /> : <WholeList {...props} />;
}

function WholeList({ count, renderRow, scroller, onReady }: TranscriptListProps) {
  const list = useRef<HTMLOListElement>(null);
  const scrollTo = useCallback<ScrollTo>(
    (index, behavior) => {
      const row = list.current?.children[index];
      const box = scroller.current;
      if (!row || !box) return;
      const rowBox = row.getBoundingClientRect();
      const outer = box.getBoundingClientRect();
      const top = box.scrollTop + rowBox.top - outer.top - (outer.height - rowBox.height) / 2;
      box.scrollTo({ top, behavior });
    },
    [scroller],
  );
  useEffect(() => onReady(scrollTo), [onReady, scrollTo]);
  return (
    <ol ref={list} aria-label="Sentenças da ligação">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a transcript's sentences never change their order
        <li key={index}>{renderRow(index)}</li>
      ))}
    </ol>
  );
}

function VirtualList({ count, renderRow, scroller, onReady }: TranscriptListProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 52,
    overscan: 12,
  });
  const scrollTo = useCallback<ScrollTo>(
    (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
    [virtualizer],
  );
  useEffect(() => onReady(scrollTo), [onReady, scrollTo]);
  return (
    <ol aria-label="Sentenças da ligação" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => (
        <li
          key={item.key}
          ref={virtualizer.measureElement}
          data-index={item.index}
          aria-setsize={count}
          aria-posinset={item.index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start}px)` }}
        >
          {renderRow(item.index)}
        </li>
      ))}
    </ol>
  );
}
