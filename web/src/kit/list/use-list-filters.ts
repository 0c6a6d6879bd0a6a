import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { type ListFilters, type Readers, readListFilters, writeListFilters } from './filter-params.ts';

export interface ListFilterState<R extends Readers> {
  filters: ListFilters<R>;
  /**
   * Changes filters and returns to page 1, unless the change sets the page. 'correct' replaces the address without a
   * new history entry.
   */
  change: (change: Partial<ListFilters<R>>, how?: 'correct') => void;
  /** Clears every filter, and search text that was typed but not yet applied. */
  clear: () => void;
  filtered: boolean;
  /** Increases with each `clear`. */
  cleared: number;
  /** Props by which a control shows and changes a filter. */
  bind: <K extends keyof R>(
    key: K,
  ) => { value: ReturnType<R[K]>; onValueChange: (value: ReturnType<R[K]>) => void };
  /** Props by which a control shows and changes `de` and `ate` together. */
  bindDays: () => {
    value: { de: string; ate: string };
    onValueChange: (days: { de: string; ate: string }) => void;
  };
}

/**
 * A list's filters in the address. Each change is a history entry; consecutive words of a search are a single entry.
 * @param keeps parameters that are no filters, such as an order or a tab; clearing the filters keeps them
 */
export function useListFilters<const R extends Readers>(
  readers: R,
  keeps: readonly (keyof R)[] = [],
): ListFilterState<R> {
  const [search, setSearch] = useSearchParams();
  const navigation = useNavigationType();
  const typing = useRef(false);
  const [cleared, setCleared] = useState(0);
  const filters = readListFilters(readers, search);
  const narrowing = Object.keys(readers).filter((key) => !keeps.includes(key));

  // Going back ends a search in progress, so that the next word becomes a history entry of its own.
  useEffect(() => {
    if (navigation === 'POP') typing.current = false;
  }, [navigation]);

  const change = useCallback(
    (change: Partial<ListFilters<R>>, how?: 'correct') => {
      const onlyText = Object.keys(change).length === 1 && 'q' in change;
      const replace = how === 'correct' || (onlyText && typing.current);
      if (how !== 'correct') typing.current = onlyText;
      // Reads the browser's address, because the router's state is updated later, in a transition, and the second of
      // two quick changes (a search, then a select) would undo the first.
      const address = new URLSearchParams(window.location.search);
      const next = { ...readListFilters(readers, address), page: 1, ...change };
      setSearch(writeListFilters(next, address), { replace, preventScrollReset: true });
    },
    [readers, setSearch],
  );
  const clear = (): void => {
    setCleared((times) => times + 1);
    change(Object.fromEntries(narrowing.map((key) => [key, ''])) as Partial<ListFilters<R>>);
  };
  const filtered = narrowing.some((key) => String(filters[key]).trim() !== '');
  return {
    filters,
    change,
    clear,
    filtered,
    cleared,
    bind: (key) => ({
      value: filters[key] as ReturnType<R[typeof key]>,
      onValueChange: (value) => change({ [key]: value } as Partial<ListFilters<R>>),
    }),
    bindDays: () => ({
      value: { de: String(filters.de ?? ''), ate: String(filters.ate ?? '') },
      onValueChange: ({ de, ate }) => change({ de, ate } as unknown as Partial<ListFilters<R>>),
    }),
  };
}
