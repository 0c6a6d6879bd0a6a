import { buscarGravacao } from '@escuta/shared/contracts/auditoria-items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, errorMessage } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { invalidateCall } from './use-process-call.ts';

/**
 * 'Buscar gravação': has the server fetch a call's recording from the company's telephony. It may take a while: until it
 * ends, `isFetching` says so and another click does nothing. How it went is told in toasts.
 * @param onProcess offered in the toast of success; null: the person may not process
 */
export function useFetchRecording(onProcess: ((itemId: string) => unknown) | null): {
  fetchRecording: (itemId: string) => Promise<void>;
  isFetching: (itemId: string) => boolean;
} {
  const client = useQueryClient();
  const running = useRef(new Set<string>());
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const { mutateAsync } = useMutation({
    mutationFn: (itemId: string) => call(buscarGravacao, { params: { id: itemId } }),
    onSuccess: ({ data }, itemId) =>
      toast.success('Gravação obtida', {
        ...(data.item.arquivo_nome ? { description: data.item.arquivo_nome } : {}),
        ...(onProcess
          ? { action: { label: 'Processar áudio', onClick: () => void onProcess(itemId) }, duration: 10_000 }
          : {}),
      }),
    onError: (error) =>
      toast.error('Erro ao buscar gravação', {
        description: errorMessage(error, 'Não foi possível buscar a gravação na telefonia.'),
      }),
    onSettled: (_data, _error, itemId) => invalidateCall(client, itemId),
  });

  const fetchRecording = async (itemId: string): Promise<void> => {
    if (running.current.has(itemId)) return;
    running.current.add(itemId);
    setShown(new Set(running.current));
    // What failed is in the toast.
    await mutateAsync(itemId).catch(() => undefined);
    running.current.delete(itemId);
    setShown(new Set(running.current));
  };
  return { fetchRecording, isFetching: (itemId) => shown.has(itemId) };
}
