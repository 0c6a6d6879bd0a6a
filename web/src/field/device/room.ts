/** Room on the device: looked at before an interview, held in reserve for its answers, and asked to be kept. */
import type { FieldStore } from '../log/model.ts';
import { isFull } from './db.ts';

/** An interview with sound begins with so much free, bytes: more than six hours. */
export const ROOM_BYTES = 100 * 1024 * 1024;
/** Given up when nothing fits any more: thousands of answers. */
const BALLAST_BYTES = 5 * 1024 * 1024;
/** `crypto.getRandomValues` fills so much at a time. */
const RANDOM_BYTES = 65_536;

/** Absent on plain http, whatever the type says. */
const manager = (): StorageManager | undefined => navigator.storage as StorageManager | undefined;

/** Bytes that still fit; null: the browser does not say. */
export async function freeBytes(): Promise<number | null> {
  const estimate = await manager()
    ?.estimate?.()
    .catch(() => null);
  return estimate?.quota === undefined ? null : Math.max(0, estimate.quota - (estimate.usage ?? 0));
}

/** Asks that what is kept here is not thrown away. Whether it was granted says nothing that could be done about it. */
export async function askToKeep(): Promise<void> {
  await manager()
    ?.persist?.()
    .catch(() => false);
}

/** Puts the ballast there, unless it is. What cannot be compressed, so that it takes what it says. */
export async function takeBallast(store: FieldStore): Promise<void> {
  if (await store.hasMeta('lastro')) return;
  const bytes = new Uint8Array(BALLAST_BYTES);
  for (let at = 0; at < bytes.length; at += RANDOM_BYTES)
    crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
  try {
    await store.setMeta('lastro', bytes.buffer);
  } catch (error) {
    // So little room that it is checked for anyway.
    if (!isFull(error)) throw error;
  }
}

/** Does something that writes; where there is no room, gives up the ballast and does it again. */
export async function withBallast<T>(store: FieldStore, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await store.setMeta('lastro', undefined);
    return write();
  }
}
