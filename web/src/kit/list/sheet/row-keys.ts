import { type RefObject, useEffect, useRef } from 'react';
import { isPageKey, useShortcutsEnabled } from '../../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';
import type { Selection } from '../use-selection.ts';

/** Keys of a work sheet with their effects, for the help. */
export const ROW_KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['J', '↓'], does: 'Próxima linha' },
  { keys: ['K', '↑'], does: 'Linha anterior' },
  { keys: ['Espaço'], does: 'Abrir o painel ao lado' },
  { keys: ['Enter'], does: 'Abrir em nova janela' },
  { keys: ['X'], does: 'Selecionar a linha' },
  { keys: ['Esc'], does: 'Fechar o painel ao lado' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

interface RowActs {
  /** Selects or deselects the row at this index. */
  toggle?: ((at: number) => void) | undefined;
  /** Opens the row at this index beside the list; a second call closes it. */
  peek?: ((at: number) => void) | undefined;
  /** Closes the panel beside the list; absent while the panel is closed. */
  close?: (() => void) | undefined;
  /** Called after the keys moved the focus to the row at this index. */
  moved?: ((at: number) => void) | undefined;
  help?: (() => void) | undefined;
}

/** Selector of the element that takes the focus in a row. */
const TARGET = '[data-row-link]';

const linksOf = (body: HTMLElement | null): HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>(TARGET) ?? []),
];

/** Index of the row that contains an element; -1 if no row contains the element. */
const rowOf = (links: readonly HTMLElement[], target: EventTarget | null): number =>
  links.findIndex((link) => target instanceof Node && link.closest('tr, li')?.contains(target));

/**
 * Handles the keys of a list without a panel: they move between rows and, with `selection`, select rows.
 * @returns ref for the element that contains the rows
 */
export function useListKeys<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  selection?: Selection<Row>,
): RefObject<(HTMLTableSectionElement & HTMLUListElement) | null> {
  const body = useRef<HTMLTableSectionElement & HTMLUListElement>(null);
  const [enabled] = useShortcutsEnabled();
  const toggle = (at: number): void => {
    const row = rows?.[at];
    if (row && selection?.canSelect(row)) selection.select(row, !selection.has(row));
  };
  useRowKeys(body, rows, selection ? { toggle } : {}, enabled);
  return body;
}

/** Focuses a row, the first by default. */
export function focusRow(body: HTMLElement | null, at = 0): void {
  linksOf(body)[at]?.focus();
}

/**
 * Handles single-key shortcuts for the rows in `body` while `enabled`; '?' works even if not `enabled`.
 * @param rows rows on screen
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  rows: readonly unknown[] | undefined,
  { toggle, peek, close, moved, help }: RowActs,
  enabled: boolean,
): void {
  const last = useRef(-1);
  const isHeld = useRef(false);
  useEffect(() => {
    const hear = ({ target }: FocusEvent): void => {
      isHeld.current = target instanceof Node && (body.current?.contains(target) ?? false);
      if (isHeld.current) last.current = rowOf(linksOf(body.current), target);
    };
    document.addEventListener('focusin', hear);
    return () => document.removeEventListener('focusin', hear);
  }, [body]);
  // If another order or a live change removed the focused row, focuses the row in its place, so that the focus stays in
  // the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `rows` may have removed the focused row
  useEffect(() => {
    if (!isHeld.current || document.activeElement !== document.body) return;
    const links = linksOf(body.current);
    links[Math.min(links.length - 1, last.current)]?.focus({ preventScroll: true });
  }, [rows, body]);
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    const links = linksOf(body.current);
    const here = rowOf(links, target);
    // The list handles Space on a row's link, because browsers do nothing for Space on a link.
    if (!isPageKey(event.key, target?.matches(TARGET) ? null : target)) return;
    const go = (to: number): void => {
      const link = links[to];
      if (!link) return;
      last.current = to;
      link.focus({ preventScroll: true });
      link.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
      moved?.(to);
    };
    const at = here === -1 ? last.current : here;
    const key = event.key.toLowerCase();
    const acts: Record<string, (() => void) | undefined> = {
      j: () => go(Math.min(links.length - 1, at + 1)),
      k: () => go(Math.max(0, at - 1)),
      escape: close,
      ...(here === -1
        ? {}
        : {
            arrowdown: () => go(Math.min(links.length - 1, here + 1)),
            arrowup: () => go(Math.max(0, here - 1)),
            x: toggle && (() => toggle(here)),
            ' ': peek && (() => peek(here)),
          }),
    };
    const act = event.key === '?' ? help : enabled ? acts[key] : undefined;
    if (!act || (event.repeat && (key === 'x' || key === ' '))) return;
    event.preventDefault();
    act();
  });
}
