import { searchConversas } from '@escuta/shared/contracts/calls/busca';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../lib/network/api.ts';
import { queryKey } from '../../lib/network/query.ts';
import type { SearchQuery } from './filters.ts';

/** A long search continues by itself until it has read this many pages, or found this many results. */
const GOES_ON = { pages: 12, found: 20 };

/** The search, page by page. It goes on by itself within `GOES_ON` after a page that the server cut short for time. */
export function useSearch(query: SearchQuery) {
  const search = useInfiniteQuery({
    queryKey: queryKey(searchConversas, { query }),
    queryFn: ({ pageParam, signal }) =>
      call(searchConversas, { query: { ...query, cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.proximo,
    enabled: query.q !== '',
    // For a minute the results are not requested again, so that they do not change while a person reads them.
    staleTime: 60_000,
  });
  const { data, isFetching, fetchNextPage, isError } = search;
  const pages = data?.pages;
  const conversas = useMemo(() => (pages ?? []).flatMap((page) => page.data.conversas), [pages]);
  const last = pages?.at(-1)?.data;
  const tail = pages ? pages.length - 1 - pages.findLastIndex((page) => !page.data.parcial) : 0;
  const goesOn =
    last?.parcial === true &&
    last.proximo !== null &&
    conversas.length < GOES_ON.found &&
    tail < GOES_ON.pages;
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage();
  }, [goesOn, isFetching, isError, fetchNextPage]);
  return { search, conversas, first: pages?.[0]?.data, last, goesOn: goesOn && !isError };
}
