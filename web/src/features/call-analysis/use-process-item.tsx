import type { ReactNode } from 'react';
import { useProcessInterview } from '../../domain/items/use-process-interview.tsx';
import { useProcessItem } from '../../domain/items/use-process-item.ts';
import { useRunAgain } from '../../domain/items/use-run-again.tsx';
import type { Resultado } from './sections/overview.tsx';
import { useRegenerate } from './use-regenerate.ts';

/**
 * What runs the page's item. A call takes one credit; what an interview takes depends on its length, so that it is always
 * asked first, with the number that the server reserves. The caller shows `dialog`.
 */
export function useProcessPage({ id: itemId, perfil }: Resultado['auditoriaItem']): {
  /** The first run, or the one that follows a new recording. */
  process: () => Promise<unknown>;
  /** Another run: asks where it replaces something. */
  processAgain: () => Promise<void>;
  regenerate: () => Promise<void>;
  regenerating: boolean;
  locked: boolean;
  dialog: ReactNode;
} {
  const ofCall = useProcessItem();
  const ofInterview = useProcessInterview();
  const { askAgain, dialog } = useRunAgain();
  const { regenerate, busy } = useRegenerate(itemId);
  const interview = perfil === 'entrevista';
  const process = () => (interview ? ofInterview.ask(itemId) : ofCall.attempt(itemId));
  return {
    process,
    processAgain: () =>
      interview
        ? ofInterview.ask(itemId)
        : askAgain({ itemId, modo: 'processar', run: (creditos) => ofCall.process(itemId, creditos) }),
    regenerate: () => askAgain({ itemId, modo: 'regenerar', perfil, run: regenerate }),
    regenerating: busy,
    locked: interview ? ofInterview.isLocked(itemId) : ofCall.isLocked(itemId),
    dialog: (
      <>
        {dialog}
        {ofInterview.dialog}
      </>
    ),
  };
}
