import { type RefObject, useRef, useState } from 'react';
import { useShortcutsEnabled } from '../../../lib/page/page-keys.ts';
import type { Selection } from '../use-selection.ts';
import { focusRow, useRowKeys } from './row-keys.ts';

/** A work sheet's keys, and the row in the panel beside it. */
export interface Peeked<Row> {
  /** Ref to the element that contains the rows. */
  body: RefObject<(HTMLTableSectionElement & HTMLUListElement) | null>;
  /** The row in the panel; undefined if there is none, or if it was deleted. */
  row: Row | undefined;
  isOpen: boolean;
  close: () => void;
  /** Props of the dialog with the keys, except its words. */
  help: {
    open: boolean;
    enabled: boolean;
    onEnabledChange: (enabled: boolean) => void;
    onClose: () => void;
  };
}

/** Keys: J and K move, X selects, Espaço opens a row beside the list, Esc closes it, '?' lists the keys. */
export function usePeeked<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  selection?: Pick<Selection<Row>, 'canSelect' | 'has' | 'select'>,
): Peeked<Row> {
  const body = useRef<HTMLTableSectionElement & HTMLUListElement>(null);
  const [id, setId] = useState<string | null>(null);
  const [enabled, onEnabledChange] = useShortcutsEnabled();
  const [helping, setHelping] = useState(false);
  const idAt = (at: number): string | null => rows?.[at]?.id ?? null;
  useRowKeys(
    body,
    rows,
    {
      toggle: selection
        ? (at) => {
            const row = rows?.[at];
            if (row && selection.canSelect(row)) selection.select(row, !selection.has(row));
          }
        : undefined,
      peek: (at) => setId((now) => (now === idAt(at) ? null : idAt(at))),
      moved: (at) => setId((now) => now && idAt(at)),
      close: id ? () => setId(null) : undefined,
      help: () => setHelping(true),
    },
    enabled,
  );
  return {
    body,
    row: rows?.find((one) => one.id === id),
    isOpen: id !== null,
    close: () => {
      focusRow(
        body.current,
        rows?.findIndex((one) => one.id === id),
      );
      setId(null);
    },
    help: { open: helping, enabled, onEnabledChange, onClose: () => setHelping(false) },
  };
}
