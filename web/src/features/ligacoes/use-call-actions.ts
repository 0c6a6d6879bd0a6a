import { createAudioUrl, deleteItem, detachArquivo } from '@escuta/shared/contracts/auditoria-items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateCall } from '../../components/calls/use-process-call.ts';
import { ApiError, call, errorMessage, saveUrl } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import type { CallRow } from './logic/call-row.ts';

/** Offers the recording as a file; the browser streams it from a signed address. */
export async function downloadCall(row: Pick<CallRow, 'id' | 'arquivo_nome'>): Promise<void> {
  try {
    const { data } = await call(createAudioUrl, { params: { id: row.id } });
    const separator = data.url.includes('?') ? '&' : '?';
    saveUrl(`${data.url}${separator}baixar=true`, row.arquivo_nome ?? undefined);
  } catch (error) {
    toast.error('Erro ao baixar', { description: errorMessage(error, 'Falha ao baixar arquivo.') });
  }
}

/** Deleting a call and taking its recording away. Both tell how they went; a failure that another try may mend is
 * thrown on to the dialog, which then stays open. */
export function useCallRemoval(): {
  remove: (itemId: string) => Promise<unknown>;
  detach: (itemId: string) => Promise<unknown>;
} {
  const client = useQueryClient();
  const { mutateAsync: removeItem } = useMutation({
    mutationFn: (id: string) => call(deleteItem, { params: { id } }),
    onSuccess: () => toast.success('Ligação excluída'),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toast.error('Não é possível excluir', {
          description: error.message || 'Este item possui dados de análise associados',
        });
        return;
      }
      toast.error('Erro ao excluir', {
        description: errorMessage(error, 'Não foi possível excluir o item'),
      });
    },
    onSettled: (_data, _error, id) => invalidateCall(client, id),
  });
  const { mutateAsync: detach } = useMutation({
    mutationFn: (id: string) => call(detachArquivo, { params: { id } }),
    onSuccess: () => toast.success('Arquivo desvinculado', { description: 'A ligação voltou a pendente.' }),
    onError: (error) =>
      toast.error('Erro ao desvincular', {
        description: errorMessage(error, 'Não foi possível desvincular o arquivo.'),
      }),
    onSettled: (_data, _error, id) => invalidateCall(client, id),
  });
  const remove = (id: string): Promise<unknown> =>
    removeItem(id).catch((error: unknown) => {
      // Refused by the rule: another try with the same dialog could not succeed.
      if (error instanceof ApiError && error.status === 409) return;
      throw error;
    });
  return { remove, detach };
}
