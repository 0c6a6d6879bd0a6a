import { useState } from 'react';

/** The chosen rows of a list, with the functions that choose rows. */
export interface Selection<Row> {
  /** Ids of the selected rows on screen. */
  ids: readonly string[];
  has: (row: Row) => boolean;
  canSelect: (row: Row) => boolean;
  /** Accessible name of a row's checkbox. */
  labelOf: (row: Row) => string;
  select: (row: Row, on: boolean) => void;
  /** Number of selectable rows on screen. */
  selectable: number;
  /** Selects every selectable row on screen, or none if all are selected. */
  toggleAll: () => void;
  clear: () => void;
}

/**
 * Selects rows of a list. `ids` contains only rows on screen: a row that leaves the list, because another person
 * handled it, is no longer selected.
 * @param rows rows of the page; undefined while loading
 */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  options: { canSelect: (row: Row) => boolean; labelOf: (row: Row) => string },
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const here = (rows ?? []).filter(options.canSelect).map(({ id }) => id);
  const ids = here.filter((id) => chosen.has(id));
  return {
    ...options,
    ids,
    has: ({ id }) => chosen.has(id),
    select: ({ id }, on) =>
      setChosen((current) => {
        const next = new Set(current);
        if (on) next.add(id);
        else next.delete(id);
        return next;
      }),
    selectable: here.length,
    toggleAll: () => setChosen(ids.length === here.length ? new Set() : new Set(here)),
    clear: () => setChosen(new Set()),
  };
}
