import { processItem } from '@escuta/shared/contracts/calls/resultados';
import { plural } from '@escuta/shared/domain/text/in-words';
import { processError } from '../../domain/items/use-process-item.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';

/** Processes several recordings one after the other, and shows the result once; stops at the first refusal. */
export function useProcessItems(): (itemIds: readonly string[]) => Promise<void> {
  const { run } = useApiMutation(processItem, { failed: null });
  return async (itemIds) => {
    let started = 0;
    try {
      for (const auditoriaItemId of itemIds) {
        await run({ body: { auditoriaItemId } });
        started += 1;
      }
    } catch (error) {
      const left = itemIds.length - started;
      toast.error('Erro no processamento', {
        description: `${processError(error)} ${plural(left, 'gravação fica pendente', 'gravações ficam pendentes')}.`,
      });
    }
    if (started > 0) {
      toast.success('Processamento iniciado', {
        description: `O resultado de ${plural(started, 'gravação', 'gravações')} aparece aqui assim que cada etapa terminar.`,
      });
    }
  };
}
