/** A person's place in the app: the home page, a questionnaire or an interview of it. Two pages need no router. */
import { useSyncExternalStore } from 'react';

const BASE = '/entrevista/';
/** Last part of the home page's address in menus and invitations; without it, a questionnaire would seem missing. */
const ASKED = 'inicio';
const PARAM = 'entrevista';
const ENSAIO = 'ensaio';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOVED = 'escuta:lugar';

export interface Place {
  /** Id of the questionnaire; null on the home page. */
  questionarioId: string | null;
  /** Id of an interview to continue; null for none. */
  entrevistaId: string | null;
  /** Set in a rehearsal of the draft, in which nothing is stored or sent. */
  ensaio?: true;
}

/** Reads the place from the path and query of a page. */
export function placeOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const questionarioId = pathname.startsWith(BASE) ? pathname.slice(BASE.length).replace(/\/$/, '') : '';
  const asked = new URLSearchParams(search);
  const wanted = asked.get(PARAM) ?? '';
  return {
    questionarioId:
      questionarioId === '' || questionarioId === 'index.html' || questionarioId === ASKED
        ? null
        : decodeURIComponent(questionarioId),
    entrevistaId: UUID.test(wanted) ? wanted : null,
    ...(asked.has(ENSAIO) ? { ensaio: true as const } : {}),
  };
}

/** The address of a place. It has ids only, never a name or phone. */
export function addressOf({ questionarioId, entrevistaId }: Place): string {
  if (questionarioId === null) return BASE;
  return `${BASE}${encodeURIComponent(questionarioId)}${entrevistaId === null ? '' : `?${PARAM}=${entrevistaId}`}`;
}

/** Goes to a place in the app. With `replace`, the history entry is replaced. */
export function goTo(place: Place, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(place));
  window.dispatchEvent(new Event(MOVED));
  if (!replace) window.scrollTo(0, 0);
}

/**
 * True if the address names the home page; false if the home page is shown because the questionnaire's id is missing.
 */
export const isHomeAsked = (): boolean => window.location.pathname === `${BASE}${ASKED}`;

export const HOME: Place = { questionarioId: null, entrevistaId: null };

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(MOVED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(MOVED, listener);
  };
}

export function usePlace(): Place {
  const address = useSyncExternalStore(
    subscribe,
    () => `${window.location.pathname}${window.location.search}`,
  );
  return placeOf(new URL(address, window.location.origin));
}
