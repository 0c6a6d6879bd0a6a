import { useEffect, useRef } from 'react';
import { type Loss, registerUnsaved } from '../../lib/page/unsaved.ts';

/**
 * Asks before the page is left (by a link, 'Voltar', Ctrl+K, 'Sair' or closing the tab) if something would be lost.
 * @param loss tells what would be lost, or null; called when the page is being left, so that a save just before counts
 */
export function useUnsaved(loss: () => Loss | null): void {
  const now = useRef(loss);
  useEffect(() => {
    now.current = loss;
  });
  useEffect(() => registerUnsaved({ loss: () => now.current() }), []);
}
