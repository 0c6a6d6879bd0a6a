import { listReviewQueue } from '@escuta/shared/contracts/insights';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { usePollWhileOffline } from '../../lib/events.ts';

export interface QueueFilters {
  projeto: string;
  categoria: string;
  prioridade: string;
}

const PAGE = 20;
/** Without live events the queue is asked for again this often, ms. */
const POLL_MS = 30_000;

/** The queue, page by page; live events make it stale (lib/events.ts). */
export function useReviewQueue(filters: QueueFilters) {
  const query = useInfiniteQuery({
    queryKey: [listReviewQueue.id, null, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listReviewQueue, {
        query: {
          limit: PAGE,
          ...(filters.projeto ? { projetoId: filters.projeto } : {}),
          ...(filters.categoria ? { categoria: filters.categoria } : {}),
          ...(filters.prioridade === 'alta' || filters.prioridade === 'media'
            ? { prioridade: filters.prioridade }
            : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
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
