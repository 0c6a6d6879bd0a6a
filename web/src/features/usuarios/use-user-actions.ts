import { deleteUser, resetUserPassword, updateUser } from '@escuta/shared/contracts/accounts/users';
import { useApiMutation } from '../../kit/mutation.ts';

/** Actions on an account except editing it. Each shows its result, and rejects on failure. */
export function useUserActions() {
  const setActive = useApiMutation(updateUser, {
    done: (_answer, { body }) => (body?.ativo ? 'Usuário reativado!' : 'Usuário desativado!'),
    failed: ({ body }) => (body?.ativo ? 'Erro ao reativar o usuário' : 'Erro ao desativar o usuário'),
  });
  const sendLink = useApiMutation(resetUserPassword, {
    done: ({ message }) => message,
    failed: 'Erro ao enviar o link de senha',
  });
  const remove = useApiMutation(deleteUser, {
    done: 'Usuário excluído!',
    failed: 'Erro ao excluir o usuário',
  });
  return {
    setActive: ({ id }: { id: string }, ativo: boolean) => setActive.run({ params: { id }, body: { ativo } }),
    sendLink: ({ id }: { id: string }) => sendLink.run({ params: { id } }),
    remove: ({ id }: { id: string }) => remove.run({ params: { id } }),
  };
}
