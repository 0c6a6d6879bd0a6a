/**
 * Owner of this device: the session's person, else its last user. Each person and company has a database. Where storage
 * is blocked, session and owner last as long as the page.
 */

import type { Session } from '../../lib/network/session.ts';
import { lastOwner, ownerOf, readKey, rememberOwner, writeKey } from '../../lib/page/field-device.ts';
import { newId } from '../../lib/text/ids.ts';
import type { FieldStore } from '../log/model.ts';

const CANARY = 'campo:canario';

/** The owner's key; null: nobody has signed in yet. */
export function currentOwner(session: Session | null): string | null {
  const owner = ownerOf(session);
  if (owner) rememberOwner(owner);
  return owner ?? lastOwner();
}

/** True if a session belongs to the device's owner. */
export const isOwner = (owner: string, session: Session): boolean => ownerOf(session) === owner;

const AGAIN = 'campo:entrar';
/** Reasons for a repeated sign-in: this person's next new session settles them. */
export type Again = 'autorizar' | 'pin';
export const askAgain = (owner: string, why: Again): void => writeKey(`${AGAIN}:${owner}`, why);
export const askedAgain = (owner: string): Again | null => readKey(`${AGAIN}:${owner}`) as Again | null;
export const settleAgain = (owner: string): void => writeKey(`${AGAIN}:${owner}`, null);

/**
 * True if the browser evicted the database: its canary is missing while the copy in localStorage is left. Writes
 * missing canaries.
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
