import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { usePrinting } from '../../../lib/browser/printing.ts';
import type { ScrollTo, TranscriptListProps } from './transcript-list-props.ts';

const VirtualList = lazy(() => import('./virtual-list.tsx'));

/** A list with more sentences than this draws only those on screen. */
export const VIRTUAL_FROM = 200;

/** Draws all sentences; of a long call on a screen only the sentences around the visible part. */
export function TranscriptList(props: TranscriptListProps) {
  const printing = usePrinting();
  return props.count > VIRTUAL_FROM && !printing ? (
    <Suspense fallback={<div className="h-96" aria-busy="true" />}>
      <VirtualList {...props} />
    </Suspense>
  ) : (
    <WholeList {...props} />
  );
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
    <ol ref={list} aria-label="Frases da gravação">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a transcript's sentences never change their order
        <li key={index}>{renderRow(index)}</li>
      ))}
    </ol>
  );
}
