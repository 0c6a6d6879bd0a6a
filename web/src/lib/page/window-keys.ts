import { useLayoutEffect, useRef } from 'react';

/**
 * Handles each key of the window while a part of the page is mounted, from its drawing on: an effect after the paint
 * would miss a quick key, or leave it to the part before.
 * @param onKeyDown present handler; null: no handler
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
