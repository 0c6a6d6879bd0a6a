import { useCallback } from 'react';
import { toast } from '../browser/toast.ts';
import { forgetOwner, ownerOf, unsentHere, unsentText } from '../page/field-device.ts';
import { leaveBy } from '../page/unsaved.ts';
import { session } from './session.ts';

/**
 * Signs out, after asking where something typed would be lost and where interviews of this browser are not sent yet:
 * the storage is cleared, the guards lead to /, and the interview runner is nobody's.
 * @param after where public pages go, which have no guard and nobody who asks: there it is said with the sign-out
 */
export function useLogout(after?: () => void): () => void {
  return useCallback(() => {
    const current = session.get();
    const leave = (unsent: number): void => {
      try {
        session.end('logout');
        forgetOwner(ownerOf(current));
        toast.success('Você saiu!', {
          description: unsent > 0 ? unsentText(unsent) : 'Logout realizado com sucesso.',
        });
        after?.();
      } catch {
        toast.error('Erro no logout', { description: 'Erro ao fazer logout' });
      }
    };
    void unsentHere(current).then((unsent) =>
      leaveBy(
        () => leave(unsent),
        unsent === 0
          ? null
          : {
              title: 'Sair deste aparelho?',
              description: unsentText(unsent),
              confirmLabel: 'Sair',
              cancelLabel: 'Ficar',
            },
      ),
    );
  }, [after]);
}
