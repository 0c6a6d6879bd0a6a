import { listFalhas, retryFalha, retryFalhas } from '@escuta/shared/contracts/operacao';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type CallInput, call, errorMessage } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

export type BatchFilter = NonNullable<CallInput<typeof retryFalhas>['body']>;

/** What is done about dead letters: each call tells the person how it went and refreshes the list. */
export function useFalhaActions() {
  const client = useQueryClient();
  // The same function every time: the end of a batch calls it once, and each refresh draws the page again.
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: queryKey(listFalhas) }), [client]);
  const retry = useMutation({
    mutationFn: (id: string) => call(retryFalha, { params: { id } }),
    onSuccess: ({ data }) =>
      toast.success('Reprocessamento iniciado', {
        description: `Um crédito foi reservado; restam ${plural(data.saldo, 'crédito', 'créditos')}.`,
      }),
    onError: (error) =>
      toast.error('Erro ao reprocessar', {
        description: errorMessage(error, 'Não foi possível reprocessar. Tente novamente.'),
      }),
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
