import { useCallback } from 'react';
import { toast } from '../browser/toast.ts';
import { forgetOwner, ownerOf, unsentHere, unsentText } from '../page/field-device.ts';
import { leaveBy } from '../page/unsaved.ts';
import { session } from './session.ts';

/**
 * Signs out, after a question if typed text or unsent interviews of this browser are concerned: clears the storage and
 * the runner's owner; guards lead to /.
 * @param after called on public pages, which have no guard and no dialog
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
