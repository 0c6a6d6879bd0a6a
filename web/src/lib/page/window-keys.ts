import { useLayoutEffect, useRef } from 'react';

/**
 * Hears each key of the window for as long as a part of the page stands, and from the moment at which it is drawn: an
 * effect that runs after the paint would lose the key of whoever is quick, or give it to what stood there before.
 * @param onKeyDown what was drawn last; null hears nothing
 */
export function useWindowKeys(onKeyDown: ((event: KeyboardEvent) => void) | null): void {
  const latest = useRef(onKeyDown);
  useLayoutEffect(() => {
    latest.current = onKeyDown;
  });
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => latest.current?.(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
