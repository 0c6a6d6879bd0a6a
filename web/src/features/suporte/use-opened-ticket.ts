import { useCallback } from 'react';
import { type LinkProps, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const PARAM = 'ticket';
/** State of a history entry that was opened from the list. Closing the ticket can then go back to the list. */
const FROM_LIST = { ticketFromList: true };

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'ticketFromList' in state;
}

/** Link of a row: the address of the present list with the ticket open. `search` is the query of the list's address. */
export function ticketLink(
  search: string,
  id: string,
): Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'> {
  const params = new URLSearchParams(search);
  params.set(PARAM, id);
  return { to: { search: params.toString() }, state: FROM_LIST, preventScrollReset: true };
}

/** The open ticket, kept in the address, so that an e-mail's link opens it and Back closes it. */
export function useOpenedTicket(): { id: string | null; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const id = search.get(PARAM)?.trim() || null;
  const close = useCallback(() => {
    if (isFromList(state)) {
      navigate(-1);
      return;
    }
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete(PARAM);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [state, navigate, setSearch]);
  return { id, close };
}
