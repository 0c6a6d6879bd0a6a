import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  open += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Counts an open menu: placed in a menu's content, which is mounted only while the menu is open. */
export function OpenMenu(): null {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
  return null;
}

/**
 * Keeps rows unchanged while a menu is open. Otherwise a new answer could move the menu or remove its row between press
 * and release, so that the person would choose nothing or the neighbouring entry.
 * @returns `value`; while a menu is open, the value from before it opened
 */
export function useStill<T>(value: T): T {
  const isOpen = useSyncExternalStore(
    subscribe,
    () => open > 0,
    () => false,
  );
  const before = useRef(value);
  useEffect(() => {
    if (!isOpen) before.current = value;
  });
  return isOpen ? before.current : value;
}
