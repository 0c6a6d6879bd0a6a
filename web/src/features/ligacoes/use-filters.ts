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
  const current = useRef(filters);
  current.current = filters;

  // Going back ends a search that was being typed: the next word is a step of its own.
  useEffect(() => {
    if (navigation === 'POP') typing.current = false;
  }, [navigation]);

  const change = useCallback(
    (change: Partial<Filters>) => {
      const onlyText = Object.keys(change).length === 1 && 'q' in change;
      const replace = onlyText && typing.current;
      typing.current = onlyText;
      setSearch(writeFilters(changeFilters(current.current, change)), { replace, preventScrollReset: true });
    },
    [setSearch],
  );
  return { filters, change };
}
