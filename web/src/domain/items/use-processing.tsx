import { regenerateAnalise } from '@escuta/shared/contracts/calls/item-resultados';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/network/api.ts';
import type { ActionItem, Processable } from './item.ts';
import { processError, useProcessItem } from './use-process-item.ts';
import { useRunAgain } from './use-run-again.tsx';

/**
 * Starts runs of items. A call costs one credit, and a question is asked only if something may be replaced; for an
 * interview it is always asked, because its price depends on its length. The caller must draw `dialog`.
 */
export function useProcessing(): {
  process: (item: Processable) => Promise<void>;
  regenerate: (item: ActionItem) => Promise<void>;
  isLocked: (itemId: string) => boolean;
  isRegenerating: (itemId: string) => boolean;
  dialog: ReactNode;
} {
  const { process, attempt, isLocked } = useProcessItem();
  const { askAgain, dialog } = useRunAgain();
  const { run, running } = useApiMutation(regenerateAnalise, {
    failed: 'Erro no processamento',
    reason: (error) => (error instanceof ApiError ? processError(error) : 'Falha ao regenerar análise.'),
    onDone: () =>
      toast.success('Nova análise iniciada', { description: 'A transcrição existente é reaproveitada.' }),
  });
  return {
    process: ({ id, perfil, processed }) =>
      perfil === 'entrevista' || processed
        ? askAgain({ itemId: id, modo: 'processar', perfil, run: (creditos) => process(id, creditos) })
        : attempt(id),
    regenerate: ({ id, perfil }) =>
      askAgain({
        itemId: id,
        modo: 'regenerar',
        perfil,
        run: (creditos) => run({ params: { id }, body: { creditos_confirmados: creditos } }),
      }),
    isLocked,
    isRegenerating: (itemId) => running.some(({ params }) => params.id === itemId),
    dialog,
  };
}
