import { regenerarAnalise } from '@escuta/shared/contracts/item-resultados';
import { processError } from '../../domain/items/use-process-item.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/** Runs the analysis of text and insights again on the transcript there is. */
export function useRegenerate(itemId: string) {
  const { run, busy } = useApiMutation(regenerarAnalise, {
    failed: 'Erro no processamento',
    reason: (error) => (error instanceof ApiError ? processError(error) : 'Falha ao regenerar análise.'),
    onDone: () =>
      toast.success('Nova análise iniciada', { description: 'A transcrição existente é reaproveitada.' }),
  });
  return {
    regenerate: (creditos: number | undefined) =>
      run({ params: { id: itemId }, body: { creditos_confirmados: creditos } }),
    busy,
  };
}
