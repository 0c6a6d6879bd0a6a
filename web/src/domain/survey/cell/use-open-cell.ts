import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { anId } from '../../../kit/list/filter-params.ts';

/** The open cell, by ids and not by position: rows move when verdicts change. */
export type Aberta = { entrevistaId: string; perguntaId: string };

/** Where the address has it. */
export const CELL_PARAM = 'celula';
/** Browsers let a page write its address a hundred times in half a minute; a held key writes faster. ms */
const PAUSE_MS = 350;
/** Of the step in the browser's history that opened the panel: closing it is going back, to the step with this key. */
type Opened = { celulaAberta: string };

/** The open cell of an address; null without one, or where it cannot be read. */
export function readCell(search: string): Aberta | null {
  const [entrevistaId = '', perguntaId = '', rest] = (
    new URLSearchParams(search).get(CELL_PARAM) ?? ''
  ).split('.');
  return rest === undefined && anId(entrevistaId) && anId(perguntaId) ? { entrevistaId, perguntaId } : null;
}

/** The query of an address with a cell open in it, or none. */
export function writeCell(search: string, aberta: Aberta | null): string {
  const params = new URLSearchParams(search);
  if (aberta) params.set(CELL_PARAM, `${aberta.entrevistaId}.${aberta.perguntaId}`);
  else params.delete(CELL_PARAM);
  return params.toString();
}

/** The key of the step of the browser's history that stands now, as the router writes it there. */
const keyOfStep = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default';

/**
 * The cell that is open, kept in the address: a reload, a shared link and going back open it again. Opening is one step
 * of the browser's history, going on from cell to cell none: Back closes the panel.
 */
export function useOpenCell(): {
  aberta: Aberta | null;
  open: (aberta: Aberta) => void;
  close: () => void;
  /** Closes it without a word to the address, which `CELL_PARAM` is taken from in another way. */
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
  /** While the browser goes back to close the panel, which takes a moment: where to, and what was opened meanwhile. */
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
  // Back and forward: the address says. What this page wrote itself it knows already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step of the history
  useEffect(() => {
    if (type !== 'POP') return;
    window.clearTimeout(writing.current.timer);
    const left = leaving.current;
    leaving.current = null;
    // Somewhere else: the person went back as well, and closed what was opened meanwhile.
    if (left?.next && left.to === location.key) opened(left.next);
    else set(readCell(location.search));
  }, [location.key]);
  useEffect(() => () => window.clearTimeout(writing.current.timer), []);
  // Back, pressed before the step that opening made was drawn: the page is drawn at the same step as before, and sees
  // none.
  useEffect(() => {
    const onPop = (): void => {
      // What waits to be written belongs to the step that was left.
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
