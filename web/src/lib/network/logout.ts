import { useCallback } from 'react';
import { toast } from '../browser/toast.ts';
import { forgetOwner, ownerOf, unsentHere, unsentText } from '../page/field-device.ts';
import { leaveBy } from '../page/unsaved.ts';
import { session } from './session.ts';

/**
 * Signs out: clears the session and the owner of the interview runner in this browser; the route guards then lead to /.
 * Asks first if the page has unsaved text or this browser has unsent interviews.
 * @param after runs after signing out; for public pages, which have no route guard
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
