/**
 * Whose device this is: the session's person, else whoever used it last. Each person and company has a database of its own. Storage may be
 * blocked; the session then lasts as long as the page, and so does this.
 */
import { isPapel, type Session } from '../../lib/session.ts';

const LAST = 'campo:dono';
const CANARY = 'campo:canario';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing is remembered, and nothing is lost by it.
  }
}

const ownerOf = (session: Session | null): string | null =>
  session?.empresaId && isPapel(session.papel) ? `${session.empresaId}.${session.user.id}` : null;

/** The owner's key; null: somebody has to sign in first. */
export function currentOwner(session: Session | null): string | null {
  const owner = ownerOf(session) ?? read(LAST);
  if (owner) write(LAST, owner);
  return owner;
}

/** Nobody's any more: what is stored stays, for the same person. */
export const forgetOwner = (): void => write(LAST, null);

/** Whether a session is of the person whose device this is. */
export const isOwner = (owner: string, session: Session): boolean => ownerOf(session) === owner;

const AGAIN = 'campo:entrar';
/** What somebody signs in again for: the next session of this person is a new one, and settles it. */
export type Again = 'autorizar' | 'pin';
export const askAgain = (owner: string, why: Again): void => write(`${AGAIN}:${owner}`, why);
export const askedAgain = (owner: string): Again | null => read(`${AGAIN}:${owner}`) as Again | null;
export const settleAgain = (owner: string): void => write(`${AGAIN}:${owner}`, null);

/** The canary of a database that was there: gone with it, or left behind by an eviction. */
export const canaryOf = (owner: string): string | null => read(`${CANARY}:${owner}`);
export const setCanary = (owner: string, value: string): void => write(`${CANARY}:${owner}`, value);
