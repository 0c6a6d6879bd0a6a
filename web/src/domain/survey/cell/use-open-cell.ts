import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { anId } from '../../../kit/list/filter-params.ts';

/** The open cell, by ids and not by position, because rows move when verdicts change. */
export type Aberta = { entrevistaId: string; perguntaId: string };

/** Parameter of the address with the open cell. */
export const CELL_PARAM = 'celula';
/**
 * Pause before the address is written, ms; needed because browsers allow a hundred writes in half a minute, and a held
 * key makes more.
 */
const PAUSE_MS = 350;
/** State of the history entry that opened the panel. `celulaAberta`: key of the entry to which closing returns. */
type Opened = { celulaAberta: string };

/** The open cell that an address names; null if the address names no cell, or an unreadable one. */
export function readCell(search: string): Aberta | null {
  const [entrevistaId = '', perguntaId = '', rest] = (
    new URLSearchParams(search).get(CELL_PARAM) ?? ''
  ).split('.');
  return rest === undefined && anId(entrevistaId) && anId(perguntaId) ? { entrevistaId, perguntaId } : null;
}

/** Query of an address with this open cell, or with none. */
export function writeCell(search: string, aberta: Aberta | null): string {
  const params = new URLSearchParams(search);
  if (aberta) params.set(CELL_PARAM, `${aberta.entrevistaId}.${aberta.perguntaId}`);
  else params.delete(CELL_PARAM);
  return params.toString();
}

/** Key of the current history entry, as the router writes it. */
const keyOfStep = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default';

/**
 * The open cell, kept in the address for reloads, shared links and going back. Opening the panel adds a history entry
 * and moving between cells does not, so that Back closes the panel.
 */
export function useOpenCell(): {
  aberta: Aberta | null;
  open: (aberta: Aberta) => void;
  close: () => void;
  /** Closes the panel without a navigation, where the caller itself removes `CELL_PARAM` from the address. */
  forget: () => void;
} {
  const location = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const [aberta, setAberta] = useState(() => readCell(location.search));
  const now = useRef({ aberta, state: location.state as unknown, key: location.key });
  now.current.state = location.state;
  now.current.key = location.key;
  const writing = useRef({ timer: undefined as number | undefined, at: Number.NEGATIVE_INFINITY });
  /** Set while the browser goes back to close the panel. `to`: target entry's key; `next`: a cell opened meanwhile. */
  const leaving = useRef<{ to: string; next: Aberta | null } | null>(null);

  const set = useCallback((next: Aberta | null): void => {
    now.current.aberta = next;
    setAberta(next);
  }, []);
  const write = useCallback(
    (next: Aberta | null, how: { replace: boolean; state: unknown }): void => {
      window.clearTimeout(writing.current.timer);
      writing.current.at = performance.now();
      const { search, hash } = window.location;
      navigate({ search: writeCell(search, next), hash }, { ...how, preventScrollReset: true });
    },
    [navigate],
  );
  const opened = useCallback(
    (next: Aberta): void =>
      write(next, { replace: false, state: { celulaAberta: now.current.key } satisfies Opened }),
    [write],
  );
  // After Back or Forward the address decides which cell is open. Addresses that the page wrote itself change nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step of the history
  useEffect(() => {
    if (type !== 'POP') return;
    window.clearTimeout(writing.current.timer);
    const left = leaving.current;
    leaving.current = null;
    // Opens the cell chosen meanwhile, unless the person also went back and the browser is at another entry than `to`.
    if (left?.next && left.to === location.key) opened(left.next);
    else set(readCell(location.search));
  }, [location.key]);
  useEffect(() => () => window.clearTimeout(writing.current.timer), []);
  // Handles Back that is pressed before the opening is rendered: otherwise the page would render the same entry as
  // before, and would not notice the step back.
  useEffect(() => {
    const onPop = (): void => {
      // The write that is pending is for the entry that the person has left.
      window.clearTimeout(writing.current.timer);
      window.setTimeout(() => {
        if (leaving.current || now.current.key !== keyOfStep()) return;
        set(readCell(window.location.search));
      });
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [set]);

  const open = useCallback(
    (next: Aberta): void => {
      const first = now.current.aberta === null;
      set(next);
      if (leaving.current) {
        leaving.current.next = next;
        return;
      }
      if (first) {
        opened(next);
        return;
      }
      const goOn = (): void => write(now.current.aberta, { replace: true, state: now.current.state });
      window.clearTimeout(writing.current.timer);
      const wait = writing.current.at + PAUSE_MS - performance.now();
      if (wait <= 0) goOn();
      else writing.current.timer = window.setTimeout(goOn, wait);
    },
    [set, write, opened],
  );
  const close = useCallback((): void => {
    window.clearTimeout(writing.current.timer);
    set(null);
    const { state } = now.current;
    if (leaving.current) leaving.current.next = null;
    else if (typeof state === 'object' && state !== null && 'celulaAberta' in state) {
      leaving.current = { to: (state as Opened).celulaAberta, next: null };
      navigate(-1);
    } else write(null, { replace: true, state });
  }, [set, write, navigate]);
  const forget = useCallback((): void => {
    window.clearTimeout(writing.current.timer);
    if (leaving.current) leaving.current.next = null;
    set(null);
  }, [set]);
  return { aberta, open, close, forget };
}
