import {
  type PerguntaFalha,
  perguntaFalha,
  retryFalha,
  retryFalhas,
} from '@escuta/shared/contracts/operation/operacao';
import { creditsReserved } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useApiMutation, useStaleAfter } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, errorMessage } from '../../lib/network/api.ts';

const FAILED = 'Erro ao reprocessar';
const FALLBACK = 'Não foi possível reprocessar. Tente novamente.';

/** The API's question before it repeats a run whose call was processed meanwhile; null for any other failure. */
export function questionOf(error: unknown): PerguntaFalha | null {
  if (!(error instanceof ApiError) || error.code !== 'confirmacao_necessaria') return null;
  return perguntaFalha.safeParse(error.dados).data ?? null;
}

/**
 * Starts failed runs again, a single run or all. Toasts show errors of the requests.
 * @param onQuestion called if the server needs a confirmation, because the call was processed after the failure
 */
export function useFalhaActions(onQuestion: (again: { id: string; pergunta: PerguntaFalha }) => void) {
  /** Refreshes the lists; called when a batch ends, because the batch goes on after its request was answered. */
  const refresh = useStaleAfter(retryFalhas);
  const retry = useApiMutation(retryFalha, {
    failed: null,
    onDone: ({ data }) => {
      toast.settled(FAILED);
      toast.success('Reprocessamento iniciado', {
        description: `${creditsReserved(data.creditos)} ${data.saldo === 1 ? 'Resta' : 'Restam'} ${plural(data.saldo, 'crédito', 'créditos')}.`,
      });
    },
    onFailed: (error, { params }) => {
      const pergunta = questionOf(error);
      if (pergunta) onQuestion({ id: params.id, pergunta });
      else toast.error(FAILED, { description: errorMessage(error, FALLBACK) });
    },
  });
  const retryAll = useApiMutation(retryFalhas, { failed: FAILED, fallback: FALLBACK });
  return { retry, retryAll, refresh };
}
