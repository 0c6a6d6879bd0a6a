/**
 * The person who uses this device: the person of the session, else the last one who was signed in. Each person in each
 * company has a database of their own. If the browser blocks storage, session and person last only as long as the page.
 */

import type { Session } from '../../lib/network/session.ts';
import { lastOwner, ownerOf, readKey, rememberOwner, writeKey } from '../../lib/page/field-device.ts';
import { newId } from '../../lib/text/ids.ts';
import type { FieldStore } from '../log/model.ts';

const CANARY = 'campo:canario';

/** Key of the person who uses this device; null if nobody has signed in yet. */
export function currentOwner(session: Session | null): string | null {
  const owner = ownerOf(session);
  if (owner) rememberOwner(owner);
  return owner ?? lastOwner();
}

/** True if the session belongs to the person with the key `owner`. */
export const isOwner = (owner: string, session: Session): boolean => ownerOf(session) === owner;

const AGAIN = 'campo:entrar';
/** Reason why a person must sign in again; dropped when that person starts a new session. */
export type Again = 'autorizar' | 'pin';
export const askAgain = (owner: string, why: Again): void => writeKey(`${AGAIN}:${owner}`, why);
export const askedAgain = (owner: string): Again | null => readKey(`${AGAIN}:${owner}`) as Again | null;
export const settleAgain = (owner: string): void => writeKey(`${AGAIN}:${owner}`, null);

/**
 * True if the browser deleted the person's database. A mark is kept in the database and in localStorage: if only the
 * one in localStorage is left, the database was deleted. Writes missing marks.
 */
export async function wasEvicted(store: FieldStore, owner: string): Promise<boolean> {
  const key = `${CANARY}:${owner}`;
  const [inside, beside] = [await store.meta('canario'), readKey(key)];
  if (inside === undefined || beside !== inside) {
    const value = inside ?? newId();
    await store.setMeta('canario', value);
    writeKey(key, value);
  }
  return inside === undefined && beside !== null;
}
