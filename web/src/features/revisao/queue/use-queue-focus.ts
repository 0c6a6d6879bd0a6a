import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../lib/browser/toast.ts';
import { focusedIndex, type ParaRevisar } from './queue-rules.ts';
import { useFreshPage, type useReviewQueue } from './use-review-queue.ts';
import { useVerdicts } from './use-verdicts.ts';

/** The next page is requested when no more than this number of rows is left. */
const AHEAD = 5;

/** The insight being reviewed, and functions to judge it. A judged insight leaves the queue, and the next follows. */
export function useQueueFocus(queue: ReturnType<typeof useReviewQueue>) {
  const { query, insights: listed } = queue;
  const [wanted, setWanted] = useState<string | null>(null);
  const verdicts = useVerdicts(setWanted, queue.refresh);
  const { judged } = verdicts;
  const insights = listed.filter(({ id }) => !judged.has(id));
  const lastIndex = useRef(0);
  const ids = insights.map(({ id }) => id);
  const index = focusedIndex(ids, wanted, lastIndex.current);
  const insight: ParaRevisar | null = insights[index] ?? null;
  const id = insight?.id ?? null;
  useFreshPage(queue, id);
  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
    setWanted(id);
  }, [index, id]);

  // Shows a notice if the insight under review vanished unjudged: another person or a newer analysis removed it.
  const before = useRef<string | null>(null);
  const settled = useRef(new Set<string>());
  useEffect(() => {
    const gone = before.current;
    before.current = id;
    if (gone === null || gone === id || judged.has(gone) || query.isPlaceholderData) return;
    if (settled.current.has(gone)) return;
    if (!listed.some((other) => other.id === gone) && listed.length > 0) {
      toast.info('Outra pessoa já cuidou deste insight', { id: 'insight-levado' });
    }
  }, [id, judged, listed, query.isPlaceholderData]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && insights.length - index <= AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, insights.length, index]);

  const step = (by: 1 | -1): void => {
    const next = insights[index + by];
    if (next) setWanted(next.id);
  };
  /** Lets an insight leave the queue without a verdict and without a notice, because its alert was decided here. */
  const expectGone = (gone: string): void => void settled.current.add(gone);
  return { ...verdicts, insights, insight, index, focus: setWanted, step, expectGone };
}
