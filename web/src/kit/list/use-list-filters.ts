import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { type ListFilters, type Readers, readListFilters, writeListFilters } from './filter-params.ts';

export interface ListFilterState<R extends Readers> {
  filters: ListFilters<R>;
  /** Starts again at page 1, unless it is the page itself that changes. `correct`: mends the address in place, without
   * a step of history to come back to. */
  change: (change: Partial<ListFilters<R>>, how?: 'correct') => void;
  /** Undoes every filter that narrows the list, and the search that is still being typed. */
  clear: () => void;
  /** True if anything narrows the list. */
  filtered: boolean;
  /** Changes with each `clear`. */
  cleared: number;
  /** Props that a select or picker needs to show and change one filter. */
  bind: <K extends keyof R>(
    key: K,
  ) => { value: ReturnType<R[K]>; onValueChange: (value: ReturnType<R[K]>) => void };
  /** The same for `de` and `ate` together. */
  bindDays: () => {
    value: { de: string; ate: string };
    onValueChange: (days: { de: string; ate: string }) => void;
  };
}

/**
 * A list's filters in the address. Each change is one step of the browser's history; words typed into the search one
 * after the other are one step together.
 * @param keeps filters that narrow nothing (an order, a tab): they stay when the others are cleared
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

  // Going back ends a search that was being typed: the next word is a step of its own.
  useEffect(() => {
    if (navigation === 'POP') typing.current = false;
  }, [navigation]);

  const change = useCallback(
    (change: Partial<ListFilters<R>>, how?: 'correct') => {
      const onlyText = Object.keys(change).length === 1 && 'q' in change;
      const replace = how === 'correct' || (onlyText && typing.current);
      if (how !== 'correct') typing.current = onlyText;
      // The address itself, not the router's state: that one follows in a transition, and two quick changes (a search
      // that settles while a select is used) would undo each other.
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
