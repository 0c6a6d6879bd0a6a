import { useCallback, useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { changeFilters, type Filters, readFilters, writeFilters } from './logic/filters.ts';

/**
 * The filters of the address and how to change them. Each change is one step of the browser's history, except that the
 * words typed into the search one after the other are one step together.
 */
export function useFilters(): { filters: Filters; change: (change: Partial<Filters>) => void } {
  const [search, setSearch] = useSearchParams();
  const navigation = useNavigationType();
  const typing = useRef(false);
  const filters = readFilters(search);

  // Going back ends a search that was being typed: the next word is a step of its own.
  useEffect(() => {
    if (navigation === 'POP') typing.current = false;
  }, [navigation]);

  const change = useCallback(
    (change: Partial<Filters>) => {
      const onlyText = Object.keys(change).length === 1 && 'q' in change;
      const replace = onlyText && typing.current;
      typing.current = onlyText;
      // The address itself, not the router's state: that one follows in a transition, and two quick changes (a search
      // that settles while a select is used) would undo each other.
      const now = readFilters(new URLSearchParams(window.location.search));
      setSearch(writeFilters(changeFilters(now, change)), { replace, preventScrollReset: true });
    },
    [setSearch],
  );
  return { filters, change };
}
