import { enumerate } from '@escuta/shared/domain/text/in-words';
import { useEffect, useRef } from 'react';
import { toast } from '../lib/browser/toast.ts';
import { ACERTE_O_RELOGIO, useClockError } from '../lib/network/clock-error.ts';
import { serverNow } from '../lib/network/server-clock.ts';
import { useRequiredSession } from '../lib/network/session.ts';
import { dialogsWithDrafts, draftOwner } from '../lib/page/drafts.ts';
import { toLocalDateTime } from '../lib/text/format.ts';

/** Time before a session's end at which the person is warned, ms. */
const WARN_MS = 10 * 60_000;
/** Duration of the message that the clock was set right, ms. */
const CLOCK_SET_MS = 5000;
/** Interval at which the session's end is checked, ms. */
const LOOK_MS = 1000;

/** Notices of a session: its approaching end, a wrong clock of this device, and drafts kept from an expired session. */
export function SessionNotices() {
  const current = useRequiredSession();
  const { expiresAt } = current;
  const owner = draftOwner(current);

  const clockError = useClockError();

  useEffect(() => {
    // Checks repeatedly, without a timer for the end, because the server's time is known only after one of its answers.
    const look = (): void => {
      if (expiresAt - (serverNow() ?? 0) > WARN_MS) return;
      clearInterval(timer);
      toast.warning(`Sua sessão termina às ${toLocalDateTime(expiresAt).slice(11)}`, {
        id: 'fim-da-sessao',
        duration: Number.POSITIVE_INFINITY,
        description:
          'Salve o seu trabalho. Os textos digitados voltam quando você entrar de novo; senhas e arquivos, não.',
      });
    };
    const timer = setInterval(look, LOOK_MS);
    look();
    return () => clearInterval(timer);
  }, [expiresAt]);

  const toldOfClock = useRef(false);
  useEffect(() => {
    if (clockError !== null) {
      toldOfClock.current = true;
      toast.warning(`O relógio deste aparelho está ${clockError}`, {
        id: 'relogio-errado',
        duration: Number.POSITIVE_INFINITY,
        description: ACERTE_O_RELOGIO,
      });
    } else if (toldOfClock.current) {
      toldOfClock.current = false;
      toast.success('O relógio deste aparelho está certo', {
        id: 'relogio-errado',
        duration: CLOCK_SET_MS,
        description: null,
      });
    }
  }, [clockError]);

  // A page's form restores its draft by itself, but a dialog with a draft must be opened again, so the notice names it.
  useEffect(() => {
    const titles = dialogsWithDrafts(owner);
    if (titles.length === 0) return;
    toast.info('Guardamos o que você digitava', {
      id: 'rascunhos',
      duration: 20_000,
      description: `Abra de novo para continuar: ${enumerate(titles)}.`,
    });
  }, [owner]);
  return null;
}
