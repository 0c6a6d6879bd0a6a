import { useEffect, useRef } from 'react';
import { type Loss, registerUnsaved } from '../../lib/page/unsaved.ts';

/**
 * Leaving (a link, 'Voltar', Ctrl+K, 'Sair', a closed tab) asks first while there is something to lose.
 * @param loss asked at that moment, so that what was saved a moment ago is nothing to lose
 */
export function useUnsaved(loss: () => Loss | null): void {
  const now = useRef(loss);
  useEffect(() => {
    now.current = loss;
  });
  useEffect(() => registerUnsaved({ loss: () => now.current() }), []);
}
