import { deleteItem } from '@escuta/shared/contracts/calls/auditoria-items';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, errorMessage } from '../../lib/network/api.ts';
import type { ActionItem } from './item.ts';

const DELETED: Record<ActionItem['noun'], string> = {
  ligação: 'Ligação excluída',
  entrevista: 'Entrevista excluída',
  item: 'Item excluído',
};

/**
 * Deletes a call or another item and shows the result. Rethrows a failure that another attempt may solve, so that the
 * dialog stays open.
 */
export function useItemRemoval(): { remove: (item: ActionItem) => Promise<void> } {
  const { run } = useApiMutation(deleteItem, {
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
  const remove = async ({ id, noun }: ActionItem): Promise<void> => {
    try {
      await run({ params: { id } });
      toast.success(DELETED[noun]);
    } catch (error) {
      // A rule refused the deletion: the dialog closes, because another try would fail again.
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  };
  return { remove };
}
