import { reprocessInsight } from '@escuta/shared/contracts/insights';
import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { processError } from '../../components/calls/use-process-call.ts';
import { useRunAgain } from '../../components/calls/use-run-again.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ApiError, call } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/** The analysis of a failed insight's call anew. */
export function ReprocessButton({ insightId, itemId }: { insightId: string; itemId: string }) {
  const { askAgain, dialog } = useRunAgain();
  const reprocess = useMutation({
    mutationFn: () => call(reprocessInsight, { params: { id: insightId } }),
    onSuccess: () =>
      toast.success('Nova análise iniciada', { description: 'A transcrição existente é reaproveitada.' }),
    onError: (error) =>
      toast.error('Erro ao reprocessar insight', {
        description: error instanceof ApiError ? processError(error) : 'Tente novamente.',
      }),
  });
  return (
    <>
      <Button
        variant="outline"
        loading={reprocess.isPending}
        disabled={reprocess.isSuccess}
        onClick={() => void askAgain({ itemId, modo: 'regenerar', run: () => reprocess.mutate() })}
      >
        <RefreshCw aria-hidden="true" />
        Reprocessar
      </Button>
      {dialog}
    </>
  );
}
