import { useLayoutEffect, useRef } from 'react';

/**
 * Handles each key pressed in the window while the component is mounted. Listens before the first paint (layout
 * effect): with an effect after the paint, a quick key would be missed or handled by the previously mounted component.
 * @param onKeyDown present handler; null to ignore all keys
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
