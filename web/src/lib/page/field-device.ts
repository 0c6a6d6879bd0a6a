/**
 * The dashboard's knowledge of the interview runner (web/src/field), which is a separate page: the runner's owner in
 * this browser, and the number of unsent interviews. The dashboard's script contains no other code of the runner.
 */

import { plural } from '@escuta/shared/domain/text/in-words';
import { isPapel, type Session } from '../network/session.ts';

const LAST = 'campo:dono';
/** Name of the object store with the interviews that the server has not received completely. */
export const ENTREVISTAS = 'entrevistas';
/** Longest time that a sign-out waits for the browser's storage, ms. */
const PATIENCE_MS = 2000;

/** Reads a key of localStorage; null if the storage is blocked. */
export function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key of localStorage; null removes it. */
export function writeKey(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A blocked storage stores nothing.
  }
}

/** Owner of a session's interviews: a person in a company. Null if the session may not use the app. */
export const ownerOf = (session: Session | null): string | null =>
  session?.empresaId && isPapel(session.papel) ? `${session.empresaId}.${session.user.id}` : null;

/** Last user of the runner in this browser. */
export const lastOwner = (): string | null => readKey(LAST);
export const rememberOwner = (owner: string): void => writeKey(LAST, owner);
/** Forgets who uses the runner, so that the next user has to sign in. Stored data stay for the same person. */
export function forgetOwner(owner: string | null): void {
  if (owner === lastOwner()) writeKey(LAST, null);
}

/** Name of the database of a person and company. */
export const databaseOf = (owner: string): string => `escuta-campo-${owner}`;

function count(owner: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseOf(owner));
    // The database does not exist yet: cancels its creation, because only the runner creates it.
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
        // The browser closes the database once the pending requests have ended.
        db.close();
      }
    };
  });
}

/**
 * Number of this person's interviews in this browser that the server does not have completely. 0 if the browser gives
 * no answer, which must not block a sign-out.
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

/** Text that tells a person before a sign-out how many interviews are unsent. */
export const unsentText = (unsent: number): string =>
  `${plural(unsent, 'entrevista ainda não foi enviada. Ela fica guardada', 'entrevistas ainda não foram enviadas. Elas ficam guardadas')} neste aparelho, e o envio só segue quando você entrar nele de novo.`;
