/**
 * The dashboard's knowledge of the interview runner (web/src/field), a page of its own: the owner of this browser's
 * device, and its number of interviews. No more of the runner comes into the dashboard's script.
 */

import { isPapel, type Session } from '../network/session.ts';
import { plural } from '../text/format.ts';

const LAST = 'campo:dono';
/** The store of interviews that the server does not have all of. */
export const ENTREVISTAS = 'entrevistas';
/** Signing out waits no longer than this for the browser's storage, ms. */
const PATIENCE_MS = 2000;

/** A key of localStorage, which may be blocked: then nothing is remembered, and nothing is lost by it. */
export function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes it. */
export function writeKey(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

/** Owner of a session's interviews: a person in a company. Null: nobody. */
export const ownerOf = (session: Session | null): string | null =>
  session?.empresaId && isPapel(session.papel) ? `${session.empresaId}.${session.user.id}` : null;

/** Last user of the runner in this browser. */
export const lastOwner = (): string | null => readKey(LAST);
export const rememberOwner = (owner: string): void => writeKey(LAST, owner);
/** No longer this person's: whoever opens the runner next has to sign in. What is stored stays, for the same person. */
export function forgetOwner(owner: string | null): void {
  if (owner === lastOwner()) writeKey(LAST, null);
}

/** The database of one person and company. */
export const databaseOf = (owner: string): string => `escuta-campo-${owner}`;

function count(owner: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseOf(owner));
    // None is there: it is the runner that makes it.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const db = request.result;
      try {
        const asked = db.transaction(ENTREVISTAS).objectStore(ENTREVISTAS).count();
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      } catch (error) {
        reject(error);
      } finally {
        // Once what was asked is answered.
        db.close();
      }
    };
  });
}

/**
 * Interviews of this person that are in this browser and not all at the server. 0 where the browser does not say:
 * nobody is kept from signing out by that.
 */
export async function unsentHere(session: Session | null): Promise<number> {
  const owner = ownerOf(session);
  if (owner === null) return 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(0), PATIENCE_MS);
  });
  try {
    return await Promise.race([count(owner), late]);
  } catch {
    return 0;
  } finally {
    clearTimeout(timer);
  }
}

/** Words about unsent interviews for somebody who signs out. */
export const unsentText = (unsent: number): string =>
  `${plural(unsent, 'entrevista ainda não foi enviada. Ela fica guardada', 'entrevistas ainda não foram enviadas. Elas ficam guardadas')} neste aparelho, e o envio só segue quando você entrar nele de novo.`;
