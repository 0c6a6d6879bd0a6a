import type { Pagination } from '@escuta/shared/contracts/common';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallArgs, CallInput, Endpoint, Wire } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { useStill } from '../../ui/overlays/open-menus.ts';
import { type AskedFilters, askedFilters, type Readers } from './filter-params.ts';
import { type ListFilterState, useListFilters } from './use-list-filters.ts';

/** Row type of an answer: the type of the entries in `data`. For an answer without `data`, `rowsOf` gives the rows. */
type RowOf<Answer> = Answer extends { data: readonly (infer Row)[] } ? Row : never;

/** State of a list for ListPanel. */
export interface ShownList<Row> {
  /** Rows of the shown page; undefined before the first answer. */
  rows: readonly Row[] | undefined;
  pagination: ListPagination | undefined;
  /** True after a first answer, even if the last request failed. */
  loaded: boolean;
  /** True while the rows of the previous page or filter are shown until the new rows arrive. */
  stale: boolean;
  /** The reason why the last request failed. Earlier rows stay. */
  error: Error | null;
  fetching: boolean;
  refetch: () => void;
  /** The search text by which the rows are filtered. */
  words: string;
  search: (q: string) => void;
  turnTo: (page: number) => void;
  filtered: boolean;
  clear: () => void;
  cleared: number;
}

/** A list's filters, rows and whole answer. */
export interface List<Row, R extends Readers, Answer> extends ShownList<Row>, ListFilterState<R> {
  /** The filters for the API: undefined if unset. */
  asked: AskedFilters<R>;
  /** The whole answer, with data besides the rows, such as sums. */
  answer: Answer | undefined;
}

type ListPagination = Omit<Pagination, 'totalExato'> & { totalExato?: boolean };

interface ListOptions<R extends Readers, Answer, Row> {
  /** Parameters that are no filters, such as an order; clearing the filters keeps them. */
  keeps?: readonly (keyof R)[];
  /** Rows of the answer; `data` by default. */
  rowsOf?: (answer: Answer) => readonly Row[];
  staleTime?: number;
  refetchInterval?: number | false;
}

/**
 * Shows a list of the API: keeps filters and page in the address, requests the answer, extracts the rows. A page number
 * beyond the last page (an old address, a deleted last row) becomes the last page, without a history entry.
 * @param readers parsers of the filters in the address; must be the same object at every render
 * @param toInput builds the contract's input from the filters
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
