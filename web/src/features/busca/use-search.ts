import { searchConversas } from '@escuta/shared/contracts/calls/busca';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../lib/network/api.ts';
import { queryKey } from '../../lib/network/query.ts';
import type { SearchQuery } from './filters.ts';

/** Greatest number of pages, and of results, up to which one press continues a long search. */
const GOES_ON = { pages: 12, found: 20 };

/** The search, page by page; continues partial pages by itself while there are few results. */
export function useSearch(query: SearchQuery) {
  const search = useInfiniteQuery({
    queryKey: queryKey(searchConversas, { query }),
    queryFn: ({ pageParam, signal }) =>
      call(searchConversas, { query: { ...query, cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.proximo,
    enabled: query.q !== '',
    // Results stay while a person reads them.
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
