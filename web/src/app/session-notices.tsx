import { useEffect } from 'react';
import { dialogsWithDrafts, draftOwner } from '../lib/drafts.ts';
import { toLocalDateTime } from '../lib/format.ts';
import { useRequiredSession } from '../lib/session.ts';
import { toast } from '../lib/toast.ts';

/** How long before its end a session says so, ms. */
const WARN_MS = 10 * 60_000;

/** What a session says of itself: that it ends soon, and what somebody was typing when the one before ended. */
export function SessionNotices() {
  const current = useRequiredSession();
  const { expiresAt } = current;
  const owner = draftOwner(current);

  useEffect(() => {
    const timer = setTimeout(
      () =>
        toast.warning(`Sua sessão termina às ${toLocalDateTime(expiresAt).slice(11)}`, {
          id: 'fim-da-sessao',
          duration: Number.POSITIVE_INFINITY,
          description:
            'Salve o que estiver fazendo. O que ficar digitado volta quando você entrar de novo; senhas e arquivos, não.',
        }),
      // Longer waits than a timer can hold are a session that does not end while the page is open.
      Math.min(Math.max(0, expiresAt - WARN_MS - Date.now()), 2 ** 31 - 1),
    );
    return () => clearTimeout(timer);
  }, [expiresAt]);

  // Forms of pages come back with what was typed by themselves; a dialog has to be opened again.
  useEffect(() => {
    const titles = dialogsWithDrafts(owner);
    if (titles.length === 0) return;
    toast.info('Guardamos o que você digitava', {
      id: 'rascunhos',
      duration: 20_000,
      description: `Abra de novo para continuar: ${new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(titles)}.`,
    });
  }, [owner]);
  return null;
}
