import { deleteItem } from '@escuta/shared/contracts/auditoria-items';
import { createAudioUrl, detachArquivo } from '@escuta/shared/contracts/item-gravacao';
import { useApiMutation } from '../../kit/mutation.ts';
import { ApiError, call, errorMessage, saveUrl } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/** Offers the recording as a file; the browser streams it from a signed address. */
export async function downloadRecording(row: { id: string; arquivo_nome: string | null }): Promise<void> {
  try {
    const { data } = await call(createAudioUrl, { params: { id: row.id } });
    const separator = data.url.includes('?') ? '&' : '?';
    saveUrl(`${data.url}${separator}baixar=true`, row.arquivo_nome ?? undefined);
  } catch (error) {
    toast.error('Erro ao baixar', { description: errorMessage(error, 'Falha ao baixar arquivo.') });
  }
}

/** What is said of a call, or of another item. */
const WORDS = {
  ligacao: { deleted: 'Ligação excluída', pending: 'A ligação voltou a pendente.' },
  item: { deleted: 'Item excluído', pending: 'O item voltou a pendente.' },
} as const;

/** Deleting a call or another item, and taking its recording away. Both tell how they went; a failure that another try may mend is
 * thrown on to the dialog, which then stays open. */
export function useItemRemoval(of: keyof typeof WORDS = 'ligacao'): {
  remove: (itemId: string) => Promise<void>;
  /** `motivo`: why, where a result rests on it; empty: nobody says. */
  detach: (itemId: string, motivo: string) => Promise<void>;
} {
  const { run: removeItem } = useApiMutation(deleteItem, {
    done: WORDS[of].deleted,
    failed: null,
    onFailed: (error) => {
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
  });
  const { run: detachFile } = useApiMutation(detachArquivo, {
    failed: 'Erro ao desvincular',
    fallback: 'Não foi possível desvincular o arquivo.',
    onDone: () => toast.success('Arquivo desvinculado', { description: WORDS[of].pending }),
  });
  const remove = async (id: string): Promise<void> => {
    try {
      await removeItem({ params: { id } });
    } catch (error) {
      // Refused by the rule: another try with the same dialog could not succeed.
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  };
  const detach = async (id: string, motivo: string): Promise<void> => {
    await detachFile({ params: { id }, body: motivo === '' ? undefined : { motivo } });
  };
  return { remove, detach };
}
