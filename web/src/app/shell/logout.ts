import { useCallback } from 'react';
import { session } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';

/** Signs out: the storage is cleared, the guards lead to /. */
export function useLogout(): () => void {
  return useCallback(() => {
    try {
      session.end('logout');
      toast.success('Você saiu!', { description: 'Logout realizado com sucesso.' });
    } catch {
      toast.error('Erro no logout', { description: 'Erro ao fazer logout' });
    }
  }, []);
}
