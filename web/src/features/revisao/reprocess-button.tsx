import { reprocessInsight } from '@escuta/shared/contracts/insights/insights';
import { RefreshCw } from 'lucide-react';
import { processError } from '../../domain/items/use-process-item.ts';
import { useRunAgain } from '../../domain/items/use-run-again.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/network/api.ts';
import { Button } from '../../ui/button.tsx';

/** Repeats the analysis of a failed insight's call. */
export function ReprocessButton({ insightId, itemId }: { insightId: string; itemId: string }) {
  const { askAgain, dialog } = useRunAgain();
  const reprocess = useApiMutation(reprocessInsight, {
    failed: 'Erro ao reprocessar insight',
    reason: (error) => (error instanceof ApiError ? processError(error) : 'Tente novamente.'),
    onDone: () =>
      toast.success('Nova análise iniciada', { description: 'A transcrição existente é reaproveitada.' }),
  });
  return (
    <>
      <Button
        variant="outline"
        loading={reprocess.busy}
        disabled={reprocess.answer !== undefined}
        onClick={() =>
          void askAgain({
            itemId,
            modo: 'regenerar',
            run: (creditos) =>
              reprocess.run({ params: { id: insightId }, body: { creditos_confirmados: creditos } }),
          })
        }
      >
        <RefreshCw aria-hidden="true" />
        Reprocessar
      </Button>
      {dialog}
    </>
  );
}
