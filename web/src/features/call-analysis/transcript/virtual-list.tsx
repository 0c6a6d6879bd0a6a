import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect } from 'react';
import type { ScrollTo, TranscriptListProps } from './transcript-list-props.ts';

/** List of a long call, which draws only the sentences around the visible part. Loaded on demand. */
export default function VirtualList({ count, renderRow, scroller, onReady }: TranscriptListProps) {
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
    <ol aria-label="Frases da gravação" className="relative" style={{ height: virtualizer.getTotalSize() }}>
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
