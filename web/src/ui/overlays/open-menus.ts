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

/** Stands in a menu's content, and so is drawn while the menu is. */
export function OpenMenu(): null {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
  return null;
}

/**
 * Rows stand still under an open menu. A new answer would move the menu, or take its row away with it, between the
 * pointer's going down and up: nothing is chosen then, or the item beside.
 * @returns `value`; while a menu is open, what it was before
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
