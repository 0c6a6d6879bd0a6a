/**
 * Whose device this is: the session's person, else whoever used it last. Each person and company has a database of its
 * own. Storage may be blocked; the session then lasts as long as the page, and so does this.
 */

import type { Session } from '../../lib/network/session.ts';
import { lastOwner, ownerOf, readKey, rememberOwner, writeKey } from '../../lib/page/field-device.ts';
import { newId } from '../../lib/text/ids.ts';
import type { FieldStore } from '../log/model.ts';

const CANARY = 'campo:canario';

/** The owner's key; null: somebody has to sign in first. */
export function currentOwner(session: Session | null): string | null {
  const owner = ownerOf(session);
  if (owner) rememberOwner(owner);
  return owner ?? lastOwner();
}

/** True if a session is of the person whose device this is. */
export const isOwner = (owner: string, session: Session): boolean => ownerOf(session) === owner;

const AGAIN = 'campo:entrar';
/** What somebody signs in again for: the next session of this person is a new one, and settles it. */
export type Again = 'autorizar' | 'pin';
export const askAgain = (owner: string, why: Again): void => writeKey(`${AGAIN}:${owner}`, why);
export const askedAgain = (owner: string): Again | null => readKey(`${AGAIN}:${owner}`) as Again | null;
export const settleAgain = (owner: string): void => writeKey(`${AGAIN}:${owner}`, null);

/**
 * True if the browser threw away what was stored here: the canary stands in the database and beside it, and only the
 * one beside it is left. Puts it where it lacks.
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
