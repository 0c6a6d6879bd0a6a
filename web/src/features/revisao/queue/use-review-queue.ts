import { listReviewQueue } from '@escuta/shared/contracts/insights/insights';
import {
  hashKey,
  type InfiniteData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { askedFilters } from '../../../kit/list/filter-params.ts';
import { call, type Wire } from '../../../lib/network/api.ts';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { queryKey } from '../../../lib/network/query.ts';
import { QUEUE, type REVIEW_FILTERS, type ReviewFilterState } from '../filters.ts';
import { withFreshPage } from './queue-rules.ts';

const PAGE = 20;
/** Polling interval while there are no live events, ms. */
const POLL_MS = 30_000;

type Page = Wire<typeof listReviewQueue>;
type Pages = InfiniteData<Page, string>;

/**
 * The queue, page by page. A live event makes the key [listReviewQueue] stale, and then only the page being reviewed is
 * requested again (`useFreshPage`); `refresh` requests all pages again.
 */
export function useReviewQueue(filters: ReviewFilterState['filters']) {
  const { data: qual, de, ate, ...narrowed } = askedFilters<typeof REVIEW_FILTERS>(filters);
  const { page: _, ...said } = QUEUE.ask(narrowed);
  const asked = { ...said, data: qual, de, ate };
  const pagesKey = [`${listReviewQueue.id}/paginas`, null, asked];
  const ask = (cursor: string, signal: AbortSignal): Promise<Page> =>
    call(listReviewQueue, { query: { limit: PAGE, ...asked, cursor: cursor || undefined }, signal });
  const query = useInfiniteQuery({
    queryKey: pagesKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.proximo,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const { data } = query;
  const insights = useMemo(() => {
    const seen = new Set<string>();
    return (data?.pages ?? [])
      .flatMap((page) => page.data.insights)
      .filter(({ id }) => !seen.has(id) && seen.add(id));
  }, [data]);
  const { refetch } = query;
  const refresh = useCallback(async (): Promise<void> => {
    await refetch();
  }, [refetch]);
  return { asked, ask, pagesKey, query, insights, summary: data?.pages.at(-1)?.data ?? null, refresh };
}

/** Keeps the focused insight's page and the count of waiting insights fresh. */
export function useFreshPage(
  { asked, ask, pagesKey, query }: ReturnType<typeof useReviewQueue>,
  focusedId: string | null,
): void {
  const client = useQueryClient();
  const { data } = query;
  const at = Math.max(
    0,
    data?.pages.findIndex((page) => page.data.insights.some(({ id }) => id === focusedId)) ?? 0,
  );
  const cursor = (data as Pages | undefined)?.pageParams[at] ?? '';
  const { data: fresh, dataUpdatedAt } = useQuery({
    queryKey: queryKey(listReviewQueue, { query: { ...asked, cursor } }),
    queryFn: ({ signal }) => ask(cursor, signal),
    enabled: data !== undefined,
    initialData: () => data?.pages[at],
    initialDataUpdatedAt: query.dataUpdatedAt,
    refetchInterval: usePollWhileOffline(POLL_MS),
  });
  const key = hashKey(pagesKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key's hash says when the key is another
  useEffect(() => {
    const known = client.getQueryState(pagesKey)?.dataUpdatedAt ?? 0;
    if (!fresh || dataUpdatedAt <= known) return;
    client.setQueryData<Pages>(pagesKey, (pages) => (pages ? withFresh(pages, cursor, fresh) : pages), {
      updatedAt: dataUpdatedAt,
    });
  }, [client, key, cursor, fresh, dataUpdatedAt]);
}

/** The pages with a newer response for one of them; the counts of the response apply to the whole queue. */
function withFresh(pages: Pages, cursor: string, fresh: Page): Pages {
  const at = pages.pageParams.indexOf(cursor);
  if (at === -1) return pages;
  const { total, totalExato, minhasRevisoes } = fresh.data;
  const merged = withFreshPage(
    pages.pages.map((page) => page.data),
    at,
    fresh.data,
  ).map((data) => ({ ...fresh, data: { ...data, total, totalExato, minhasRevisoes } }));
  return { pages: merged, pageParams: pages.pageParams.slice(0, merged.length) };
}
