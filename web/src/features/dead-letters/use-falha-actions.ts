import {
  listFalhas,
  type PerguntaFalha,
  perguntaFalha,
  retryFalha,
  retryFalhas,
} from '@escuta/shared/contracts/operacao';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, type CallInput, call, errorMessage } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

export type BatchFilter = NonNullable<CallInput<typeof retryFalhas>['body']>;

/** What the API asks before it runs a letter again whose call was processed since; null for any other failure. */
export function questionOf(error: unknown): PerguntaFalha | null {
  if (!(error instanceof ApiError) || error.code !== 'confirmacao_necessaria') return null;
  return perguntaFalha.safeParse(error.details).data ?? null;
}

/** What is done about dead letters: each call tells the person how it went and refreshes the list. */
export function useFalhaActions() {
  const client = useQueryClient();
  // The same function every time: the end of a batch calls it once, and each refresh draws the page again.
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: queryKey(listFalhas) }), [client]);
  const retry = useMutation({
    mutationFn: ({ id, confirmado }: { id: string; confirmado?: boolean }) =>
      call(retryFalha, { params: { id }, body: { confirmado } }),
    onSuccess: ({ data }) =>
      toast.success('Reprocessamento iniciado', {
        description: `Um crédito foi reservado; restam ${plural(data.saldo, 'crédito', 'créditos')}.`,
      }),
    onError: (error) => {
      // The screen asks.
      if (questionOf(error)) return;
      toast.error('Erro ao reprocessar', {
        description: errorMessage(error, 'Não foi possível reprocessar. Tente novamente.'),
      });
    },
    onSettled: refresh,
  });
  const retryAll = useMutation({
    mutationFn: (body: BatchFilter) => call(retryFalhas, { body }),
    onError: (error) =>
      toast.error('Erro ao reprocessar', {
        description: errorMessage(error, 'Não foi possível reprocessar. Tente novamente.'),
      }),
    onSettled: refresh,
  });
  return { retry, retryAll, refresh };
}
