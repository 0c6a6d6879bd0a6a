import { listReviewQueue } from '@escuta/shared/contracts/insights';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askedFilters } from '../../kit/list/filter-params.ts';
import { call } from '../../lib/api.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import type { REVIEW_FILTERS, ReviewFilterState } from './filters.ts';

const PAGE = 20;
/** Without live events the queue is asked for again this often, ms. */
const POLL_MS = 30_000;

/** The queue, page by page; live events make it stale (lib/events.ts). */
export function useReviewQueue(filters: ReviewFilterState['filters']) {
  const {
    projeto,
    categoria,
    prioridade,
    data: qual,
    de,
    ate,
  } = askedFilters<typeof REVIEW_FILTERS>(filters);
  const query = useInfiniteQuery({
    queryKey: [listReviewQueue.id, null, { projeto, categoria, prioridade, qual, de, ate }],
    queryFn: ({ pageParam, signal }) =>
      call(listReviewQueue, {
        query: {
          limit: PAGE,
          projetoId: projeto,
          categoria,
          prioridade,
          data: qual,
          de,
          ate,
          cursor: pageParam || undefined,
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.proximo,
    refetchInterval: usePollWhileOffline(POLL_MS),
  });
  const { data } = query;
  const insights = useMemo(() => {
    const seen = new Set<string>();
    return (data?.pages ?? [])
      .flatMap((page) => page.data.insights)
      .filter(({ id }) => !seen.has(id) && seen.add(id));
  }, [data]);
  return { query, insights, summary: data?.pages.at(-1)?.data ?? null };
}
