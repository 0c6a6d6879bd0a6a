import { useEffect, useRef } from 'react';
import { type Loss, registerUnsaved } from '../../lib/page/unsaved.ts';

/**
 * Asks before leaving (a link, 'Voltar', Ctrl+K, 'Sair', a closed tab) while something would be lost.
 * @param loss evaluated at that moment, so that a recent save counts
 */
export function useUnsaved(loss: () => Loss | null): void {
  const now = useRef(loss);
  useEffect(() => {
    now.current = loss;
  });
  useEffect(() => registerUnsaved({ loss: () => now.current() }), []);
}
