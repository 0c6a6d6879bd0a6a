import { buscarGravacao } from '@escuta/shared/contracts/item-gravacao';
import { useRef, useState } from 'react';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/toast.ts';

/**
 * 'Buscar gravação': has the server fetch a call's recording from the company's telephony. It may take a while: until it
 * ends, `isFetching` says so and another click does nothing. How it went is told in toasts.
 * @param onProcess offered in the toast of success; null: the person may not process
 */
export function useFetchRecording(onProcess: ((itemId: string) => unknown) | null): {
  fetchRecording: (itemId: string) => Promise<void>;
  isFetching: (itemId: string) => boolean;
} {
  const running = useRef(new Set<string>());
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const { attempt } = useApiMutation(buscarGravacao, {
    failed: 'Erro ao buscar gravação',
    fallback: 'Não foi possível buscar a gravação na telefonia.',
    onDone: ({ data }, { params }) =>
      toast.success('Gravação obtida', {
        ...(data.item.arquivo_nome ? { description: data.item.arquivo_nome } : {}),
        ...(onProcess
          ? {
              action: { label: 'Processar áudio', onClick: () => void onProcess(params.id) },
              duration: 10_000,
            }
          : {}),
      }),
  });

  const fetchRecording = async (itemId: string): Promise<void> => {
    if (running.current.has(itemId)) return;
    running.current.add(itemId);
    setShown(new Set(running.current));
    await attempt({ params: { id: itemId } });
    running.current.delete(itemId);
    setShown(new Set(running.current));
  };
  return { fetchRecording, isFetching: (itemId) => shown.has(itemId) };
}
