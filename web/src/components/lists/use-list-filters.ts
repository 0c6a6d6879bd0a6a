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

  // Going back ends a search that was being typed: the next word is a step of its own.
  useEffect(() => {
    if (navigation === 'POP') typing.current = false;
  }, [navigation]);

  const change = useCallback(
    (change: Partial<ListFilters<K>>) => {
      const onlyText = Object.keys(change).length === 1 && 'q' in change;
      const replace = onlyText && typing.current;
      typing.current = onlyText;
      // The address itself, not the router's state: that one follows in a transition, and two quick changes (a search
      // that settles while a select is used) would undo each other.
      const address = new URLSearchParams(window.location.search);
      const next = { ...readListFilters(readers, address), page: 1, ...change };
      setSearch(writeListFilters(next, address), { replace, preventScrollReset: true });
    },
    [readers, setSearch],
  );
  const clear = useCallback(() => {
    const empty = Object.fromEntries(Object.keys(readers).map((key) => [key, '']));
    change({ ...empty, page: 1 } as ListFilters<K>);
  }, [readers, change]);
  return { filters, change, clear, filtered: narrows(filters) };
}
