import { useState } from 'react';

/** Rows that a person chose. */
export interface Selection<Row> {
  /** Selected rows on screen. */
  ids: readonly string[];
  has: (row: Row) => boolean;
  canSelect: (row: Row) => boolean;
  /** A box's name for screen readers. */
  labelOf: (row: Row) => string;
  select: (row: Row, on: boolean) => void;
  /** Number of rows on screen that may be chosen. */
  selectable: number;
  /** Chooses every row on screen, or none where all are chosen. */
  toggleAll: () => void;
  clear: () => void;
}

/**
 * Choosing rows of a list. Only what is on screen counts: a row that somebody else handled is chosen no more.
 * @param rows of the page; undefined while it loads
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
