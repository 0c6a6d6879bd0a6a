/**
 * Storage space on the device: checked before and during an interview, reserved for its answers, and requested to be
 * persistent.
 */
import type { FieldStore } from '../../log/model.ts';
import { isFull } from '../storage/db.ts';

/** Free space that an interview with sound needs at its start, bytes: more than six hours. */
export const ROOM_BYTES = 100 * 1024 * 1024;
/**
 * Size of the trial write, bytes: more than an hour of sound. Chromium's estimate does not show the real free space.
 */
export const TRIAL_BYTES = 20 * 1024 * 1024;
/** Interval of checking the space while recording, ms. */
export const ROOM_LOOK_MS = 60_000;
/** Least time between trial writes, ms: each wears the device's memory a little. */
const TRIAL_EACH_MS = 30 * 60_000;
/** Time to the next trial after one that did not fit, ms: the person may have made room. */
const TRIAL_AGAIN_MS = 5 * 60_000;
/** Size of the reserve, bytes, which is released when nothing else fits: thousands of answers. */
const BALLAST_BYTES = 5 * 1024 * 1024;

export const SEM_ESPACO = 'Não há espaço neste aparelho.';

/** The browser's storage manager, absent on plain http in spite of its type. */
const manager = (): StorageManager | undefined => navigator.storage as StorageManager | undefined;

/** Free bytes by the browser's estimate; null: unknown. */
export async function freeBytes(): Promise<number | null> {
  const estimate = await manager()
    ?.estimate?.()
    .catch(() => null);
  return estimate?.quota === undefined ? null : Math.max(0, estimate.quota - (estimate.usage ?? 0));
}

/** Asks the browser to keep what is stored here. A refusal has no remedy, so the answer is ignored. */
export async function askToKeep(): Promise<void> {
  await manager()
    ?.persist?.()
    .catch(() => false);
}

/** Incompressible bytes, which take their full size on the disk (xorshift, which is fast on a phone). */
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

/** True if more than an hour of sound fits: writes and deletes that much. */
const tryRoom = (store: FieldStore): Promise<boolean> => store.fits(incompressible(TRIAL_BYTES));

/**
 * Free space, at most, if it is too little to begin an interview with sound, bytes; null: enough. Checks the browser's
 * estimate first, which is free, then by writing.
 */
export async function tooLittleRoom(store: FieldStore): Promise<number | null> {
  const free = await freeBytes();
  if (free !== null && free < ROOM_BYTES) return free;
  return (await tryRoom(store)) ? null : TRIAL_BYTES;
}

/** Watches the space during a recording: makes a trial write when it is due or the estimate fell. */
export class RoomWatch {
  readonly #store: FieldStore;
  readonly #now: () => number;
  #triedAt: number;
  #free: number | null = null;
  #little = false;

  /** Must be created right after the check at the start of an interview. */
  constructor(store: FieldStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    this.#triedAt = now();
  }

  /** @returns true if the space is too little to continue recording for long */
  async look(): Promise<boolean> {
    const free = await freeBytes();
    if (free !== null && free < TRIAL_BYTES) return true;
    const fell = free !== null && this.#free !== null && free < this.#free - TRIAL_BYTES;
    if (this.#free === null || fell) this.#free = free;
    const each = this.#little ? TRIAL_AGAIN_MS : TRIAL_EACH_MS;
    // A clock that was set back counts as elapsed time.
    if (!fell && Math.abs(this.#now() - this.#triedAt) < each) return this.#little;
    this.#triedAt = this.#now();
    // A temporary write error says nothing about the space.
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

/** Performs a write; without space, releases the reserve and repeats it. */
export async function withBallast<T>(store: FieldStore, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await store.setMeta('lastro', undefined);
    return write();
  }
}
