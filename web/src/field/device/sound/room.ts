/**
 * Storage space on the device: checks it before and during an interview, reserves some for answers, and asks the
 * browser to keep the stored data.
 */
import type { FieldStore } from '../../log/model.ts';
import { isFull } from '../storage/db.ts';

/** Free space needed to begin an interview with sound, bytes: enough for more than six hours. */
export const ROOM_BYTES = 100 * 1024 * 1024;
/**
 * Size of the trial write, bytes: more than an hour of sound. The trial is needed because Chromium's estimate does not
 * show the real free space.
 */
export const TRIAL_BYTES = 20 * 1024 * 1024;
/** Interval of checking the space while recording, ms. */
export const ROOM_LOOK_MS = 60_000;
/** Least time between trial writes, ms; limited because each write wears the device's memory a little. */
const TRIAL_EACH_MS = 30 * 60_000;
/** Time until the next trial write after one that did not fit, ms; short, because the person may have freed space. */
const TRIAL_AGAIN_MS = 5 * 60_000;
/** Size of the reserve, bytes: enough for thousands of answers. The reserve is released when nothing else fits. */
const BALLAST_BYTES = 5 * 1024 * 1024;

export const SEM_ESPACO = 'Não há espaço neste aparelho.';

/** The browser's storage manager; undefined on pages over plain http, although the type says otherwise. */
const manager = (): StorageManager | undefined => navigator.storage as StorageManager | undefined;

/** Free bytes by the browser's estimate; null if the browser gives none. */
export async function freeBytes(): Promise<number | null> {
  const estimate = await manager()
    ?.estimate?.()
    .catch(() => null);
  return estimate?.quota === undefined ? null : Math.max(0, estimate.quota - (estimate.usage ?? 0));
}

/** Asks the browser not to delete what is stored here. A refusal has no remedy, so the result is ignored. */
export async function askToKeep(): Promise<void> {
  await manager()
    ?.persist?.()
    .catch(() => false);
}

/** Random bytes, which cannot be compressed and so fill their full size on disk. Xorshift is fast on a phone. */
function incompressible(size: number): ArrayBuffer {
  const words = new Uint32Array(size / 4);
  let state = crypto.getRandomValues(new Uint32Array(1))[0] || 1;
  for (let at = 0; at < words.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return words.buffer;
}

/** True if more than an hour of sound fits on the device; writes that many bytes and deletes them. */
const tryRoom = (store: FieldStore): Promise<boolean> => store.fits(incompressible(TRIAL_BYTES));

/**
 * Checks the space before an interview with sound: first by the browser's estimate, which costs nothing, then by a
 * trial write.
 * @returns null if the space is enough; else the free bytes, or an upper limit of them
 */
export async function tooLittleRoom(store: FieldStore): Promise<number | null> {
  const free = await freeBytes();
  if (free !== null && free < ROOM_BYTES) return free;
  return (await tryRoom(store)) ? null : TRIAL_BYTES;
}

/** Watches the space during a recording. Makes a trial write when one is due or the browser's estimate has fallen. */
export class RoomWatch {
  readonly #store: FieldStore;
  readonly #now: () => number;
  #triedAt: number;
  #free: number | null = null;
  #little = false;

  /** Must be called right after `tooLittleRoom`, whose trial write counts as the first one. */
  constructor(store: FieldStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    this.#triedAt = now();
  }

  /** Checks the space. Returns true if the space is too little to record for much longer. */
  async look(): Promise<boolean> {
    const free = await freeBytes();
    if (free !== null && free < TRIAL_BYTES) return true;
    const fell = free !== null && this.#free !== null && free < this.#free - TRIAL_BYTES;
    if (this.#free === null || fell) this.#free = free;
    const each = this.#little ? TRIAL_AGAIN_MS : TRIAL_EACH_MS;
    // Takes the absolute value, so that a clock that was set back does not delay the next trial write.
    if (!fell && Math.abs(this.#now() - this.#triedAt) < each) return this.#little;
    this.#triedAt = this.#now();
    // A temporary write error says nothing about the space, so the space counts as enough.
    this.#little = !(await tryRoom(this.#store).catch(() => true));
    return this.#little;
  }
}

/** Stores the reserve unless it is stored already. */
export async function takeBallast(store: FieldStore): Promise<void> {
  if (await store.hasMeta('lastro')) return;
  try {
    await store.setMeta('lastro', incompressible(BALLAST_BYTES));
  } catch (error) {
    // A full disk is ignored here, because the check reports the lack of space.
    if (!isFull(error)) throw error;
  }
}

/** Performs a write. If the space is too little, releases the reserve and writes again. */
export async function withBallast<T>(store: FieldStore, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await store.setMeta('lastro', undefined);
    return write();
  }
}
