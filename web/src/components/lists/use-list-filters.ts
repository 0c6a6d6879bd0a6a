import { useCallback, useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import {
  type FilterReader,
  type ListFilters,
  narrows,
  readListFilters,
  writeListFilters,
} from './filter-params.ts';

export interface ListFilterState<K extends string> {
  filters: ListFilters<K>;
  /** Starts again at page 1, unless it is the page itself that changes. */
  change: (change: Partial<ListFilters<K>>) => void;
  clear: () => void;
  /** Whether anything but the page narrows the list. */
  filtered: boolean;
}

/**
 * A list's filters in the address. Each change is one step of the browser's history; words typed into the search one
 * after the other are one step together. `readers` must be the same object at every render.
 */
export function useListFilters<K extends string>(
  readers: Readonly<Record<K, FilterReader>>,
): ListFilterState<K> {
  const [search, setSearch] = useSearchParams();
  const navigation = useNavigationType();
  const typing = useRef(false);
  const filters = readListFilters(readers, search);
  const current = useRef({ filters, search });
  current.current = { filters, search };

  // Going back ends a search that was being typed: the next word is a step of its own.
  useEffect(() => {
    if (navigation === 'POP') typing.current = false;
  }, [navigation]);

  const change = useCallback(
    (change: Partial<ListFilters<K>>) => {
      const onlyText = Object.keys(change).length === 1 && 'q' in change;
      const replace = onlyText && typing.current;
      typing.current = onlyText;
      const next = { ...current.current.filters, page: 1, ...change };
      setSearch(writeListFilters(next, current.current.search), { replace, preventScrollReset: true });
    },
    [setSearch],
  );
  const clear = useCallback(() => {
    const empty = Object.fromEntries(Object.keys(readers).map((key) => [key, '']));
    change({ ...empty, page: 1 } as ListFilters<K>);
  }, [readers, change]);
  return { filters, change, clear, filtered: narrows(filters) };
}
