import { useCallback } from 'react';
import { session } from './session.ts';
import { toast } from './toast.ts';
import { leaveBy } from './unsaved.ts';

/**
 * Signs out, after asking where something typed would be lost: the storage is cleared, the guards lead to /.
 * @param after where public pages go, which have no guard
 */
export function useLogout(after?: () => void): () => void {
  return useCallback(
    () =>
      leaveBy(() => {
        try {
          session.end('logout');
          toast.success('Você saiu!', { description: 'Logout realizado com sucesso.' });
          after?.();
        } catch {
          toast.error('Erro no logout', { description: 'Erro ao fazer logout' });
        }
      }),
    [after],
  );
}
