import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const listeners = new Set<() => void>();

/** Sets `printing` and renders synchronously, because the browser captures the page as soon as `beforeprint` ends. */
function set(now: boolean): void {
  printing = now;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}
const begin = (): void => set(true);
const end = (): void => set(false);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** True while the page is being printed: collapsed sections and virtual lists then render all their content. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );
}
