import type { Pagination } from '@escuta/shared/contracts/common';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallArgs, CallInput, Endpoint, Wire } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { useStill } from '../../ui/overlays/open-menus.ts';
import { type AskedFilters, askedFilters, type Readers } from './filter-params.ts';
import { type ListFilterState, useListFilters } from './use-list-filters.ts';

/** The rows of an answer: `data`, as every list but one calls them. */
type RowOf<Answer> = Answer extends { data: readonly (infer Row)[] } ? Row : never;

/** State that a list shows (ListPanel). */
export interface ShownList<Row> {
  /** Undefined while nothing has come yet. */
  rows: readonly Row[] | undefined;
  pagination: ListPagination | undefined;
  /** Something came once, whatever the last request said. */
  loaded: boolean;
  /** The rows are those of the page or filter before. */
  stale: boolean;
  /** The reason why the last request failed. Rows that were there stay. */
  error: Error | null;
  fetching: boolean;
  refetch: () => void;
  /** The search in force. */
  words: string;
  search: (q: string) => void;
  turnTo: (page: number) => void;
  filtered: boolean;
  clear: () => void;
  cleared: number;
}

/** A list: its filters, what was asked, what came. */
export interface List<Row, R extends Readers, Answer> extends ShownList<Row>, ListFilterState<R> {
  /** The filters as the API is asked: undefined where nothing is chosen. */
  asked: AskedFilters<R>;
  /** The whole answer, with sums or whatever else comes with a page. */
  answer: Answer | undefined;
}

type ListPagination = Omit<Pagination, 'totalExato'> & { totalExato?: boolean };

interface ListOptions<R extends Readers, Answer, Row> {
  /** Filters that narrow nothing (an order): they stay when the others are cleared. */
  keeps?: readonly (keyof R)[];
  /** The rows in the answer; `data` unless told. */
  rowsOf?: (answer: Answer) => readonly Row[];
  staleTime?: number;
  refetchInterval?: number | false;
}

/**
 * A list of the API: its filters and page in the address, its query, its rows. A page beyond the end (an old address,
 * the last row of the last page deleted) becomes the last one, without a step of history.
 * @param readers the filters in the address; the same object at every render
 * @param toInput what to ask the contract for
 */
export function useList<E extends Endpoint, const R extends Readers, Row = RowOf<Wire<E>>>(
  endpoint: E,
  readers: R,
  toInput: (asked: AskedFilters<R>) => CallInput<E>,
  options: ListOptions<R, Wire<E>, Row> = {},
): List<Row, R, Wire<E>> {
  const { keeps, rowsOf = dataOf<Wire<E>, Row>, ...queryOptions } = options;
  const state = useListFilters(readers, keeps);
  const { filters, change } = state;
  const asked = askedFilters(filters);
  const query = useQuery<Wire<E>, Error>({
    ...apiListQuery(endpoint, ...([toInput(asked)] as unknown as CallArgs<E>)),
    ...queryOptions,
  } as unknown as UseQueryOptions<Wire<E>, Error>);
  const { data, error, isPlaceholderData } = useStill(query);
  const answer: Wire<E> | undefined = data;
  const rows = answer && rowsOf(answer);
  const pagination = (answer as { pagination: ListPagination } | undefined)?.pagination;
  const lastPage = pagination?.totalPages ?? 0;
  const beyond = rows?.length === 0 && !isPlaceholderData && lastPage > 0 && filters.page > lastPage;
  useEffect(() => {
    if (beyond) change({ page: lastPage } as Partial<typeof filters>, 'correct');
  }, [beyond, lastPage, change]);

  return {
    ...state,
    asked,
    answer,
    rows: beyond ? undefined : rows,
    pagination: beyond ? undefined : pagination,
    loaded: answer !== undefined,
    stale: isPlaceholderData,
    error,
    fetching: query.isFetching,
    refetch: () => void query.refetch(),
    words: String(filters.q ?? ''),
    search: (q) => change({ q } as unknown as Partial<typeof filters>),
    turnTo: (page) => change({ page } as Partial<typeof filters>),
  };
}

function dataOf<Answer, Row>(answer: Answer): readonly Row[] {
  return (answer as { data: readonly Row[] }).data;
}
