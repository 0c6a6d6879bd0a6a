import { useCallback } from 'react';
import { session } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';

/** Signs out: the storage is cleared, the guards lead to /. Says whether it worked: public pages have no guard. */
export function useLogout(): () => boolean {
  return useCallback(() => {
    try {
      session.end('logout');
      toast.success('Você saiu!', { description: 'Logout realizado com sucesso.' });
      return true;
    } catch {
      toast.error('Erro no logout', { description: 'Erro ao fazer logout' });
      return false;
    }
  }, []);
}
