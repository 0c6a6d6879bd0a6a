import { useEffect, useRef } from 'react';
import { holdUnsaved, type Loss } from '../../lib/page/unsaved.ts';

/**
 * Leaving (a link, 'Voltar', Ctrl+K, 'Sair', a closed tab) asks first while there is something to lose.
 * @param loss asked at that moment, so that what was saved a moment ago is nothing to lose
 */
export function useUnsaved(loss: () => Loss | null): void {
  const now = useRef(loss);
  useEffect(() => {
    now.current = loss;
  });
  useEffect(() => holdUnsaved({ loss: () => now.current() }), []);
}
