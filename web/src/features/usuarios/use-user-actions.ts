import type { BodyIn } from '@escuta/shared/contracts/contract';
import {
  deleteUser,
  listUsers,
  resetUserPassword,
  type UserAccountWire,
  updateUser,
} from '@escuta/shared/contracts/users';
import { useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

/** What the screen does with an account. Each tells how it went, and rejects when it failed. */
export function useUserActions() {
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: queryKey(listUsers) });

  async function run<T>(action: () => Promise<T>, done: (answer: T) => string, failed: string): Promise<T> {
    try {
      const answer = await action();
      toast.success(done(answer));
      return answer;
    } catch (error) {
      toast.error(failed, { description: errorMessage(error, 'Tente novamente em instantes.') });
      throw error;
    } finally {
      await refresh();
    }
  }

  return {
    refresh,
    save: (account: UserAccountWire, body: BodyIn<typeof updateUser>) =>
      run(
        () => call(updateUser, { params: { id: account.id }, body }),
        () => 'Usuário atualizado!',
        'Erro ao atualizar usuário',
      ),
    setActive: (account: UserAccountWire, ativo: boolean) =>
      run(
        () => call(updateUser, { params: { id: account.id }, body: { ativo } }),
        () => (ativo ? 'Usuário reativado!' : 'Usuário desativado!'),
        ativo ? 'Erro ao reativar usuário' : 'Erro ao desativar usuário',
      ),
    sendLink: (account: UserAccountWire) =>
      run(
        () => call(resetUserPassword, { params: { id: account.id } }),
        (answer) => answer.message,
        'Erro ao enviar link de senha',
      ),
    remove: (account: UserAccountWire) =>
      run(
        () => call(deleteUser, { params: { id: account.id } }),
        () => 'Usuário excluído!',
        'Erro ao excluir usuário',
      ),
  };
}
