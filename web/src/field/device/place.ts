/** A place in the runner: the field home, or a questionnaire and perhaps an interview. Two pages need no router. */
import { useSyncExternalStore } from 'react';

const BASE = '/entrevista/';
/** Address of the field home in menus and invitations, where a missing questionnaire is intended. */
const ASKED = 'inicio';
const PARAM = 'entrevista';
const ENSAIO = 'ensaio';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOVED = 'escuta:lugar';

export interface Place {
  /** Null: the field home. */
  questionarioId: string | null;
  /** Id of an interview to continue. */
  entrevistaId: string | null;
  /** Rehearsal of the draft: nothing is stored or sent. */
  ensaio?: true;
}

/** @param url path and query of the page */
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

/** Goes to a place. `replace`: replaces the history entry. */
export function goTo(place: Place, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(place));
  window.dispatchEvent(new Event(MOVED));
  if (!replace) window.scrollTo(0, 0);
}

/** True if the address asks for the field home; false if it lacks its questionnaire by mistake. */
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
