import { fetchGravacao } from '@escuta/shared/contracts/calls/item-gravacao';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import type { ActionItem } from '../item.ts';

/**
 * 'Buscar gravação': makes the server fetch a call's recording from the company's telephony. `isFetching` stays true
 * until the fetch ends, and further clicks do nothing. Toasts tell the outcome.
 * @param onProcess offered in the toast of success; null: the person may not process
 */
export function useFetchRecording(onProcess: ((item: ActionItem) => unknown) | null): {
  fetchRecording: (item: ActionItem) => Promise<void>;
  isFetching: (itemId: string) => boolean;
} {
  const { run, running } = useApiMutation(fetchGravacao, {
    failed: 'Erro ao buscar a gravação',
    fallback: 'Não foi possível buscar a gravação na telefonia.',
  });
  const isFetching = (itemId: string): boolean => running.some(({ params }) => params.id === itemId);
  const fetchRecording = async (item: ActionItem): Promise<void> => {
    if (isFetching(item.id)) return;
    const answer = await run({ params: { id: item.id } }).catch(() => null);
    if (!answer) return;
    const { arquivo_nome: name } = answer.data.item;
    toast.success('Gravação recebida', {
      ...(name ? { description: name } : {}),
      ...(onProcess
        ? { action: { label: 'Processar áudio', onClick: () => void onProcess(item) }, duration: 10_000 }
        : {}),
    });
  };
  return { fetchRecording, isFetching };
}
