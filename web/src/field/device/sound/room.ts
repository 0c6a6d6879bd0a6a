/**
 * Room on the device: looked at before and during an interview, held in reserve for its answers, and asked to be
 * kept.
 */
import type { FieldStore } from '../../log/model.ts';
import { isFull } from '../storage/db.ts';

/** An interview with sound begins with so much free, bytes: more than six hours. */
export const ROOM_BYTES = 100 * 1024 * 1024;
/**
 * Size of the trial write, bytes: more than an hour of sound. Chromium's estimate does not tell the real free space.
 */
export const TRIAL_BYTES = 20 * 1024 * 1024;
/** How often room is looked at while sound is recorded, ms. */
export const ROOM_LOOK_MS = 60_000;
/** How often at most something is written for it, ms: each time costs the device's memory a little. */
const TRIAL_EACH_MS = 30 * 60_000;
/** The same where it did not fit: somebody may have made room. */
const TRIAL_AGAIN_MS = 5 * 60_000;
/** Given up when nothing fits any more: thousands of answers. */
const BALLAST_BYTES = 5 * 1024 * 1024;

export const SEM_ESPACO = 'Não há espaço neste aparelho.';

/** Absent on plain http, whatever the type says. */
const manager = (): StorageManager | undefined => navigator.storage as StorageManager | undefined;

/** Bytes that the browser says to be free; null: it does not say. */
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

/** Bytes that cannot be compressed, so that they take the room that they say (xorshift, which is fast on a phone). */
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

/** True if more than an hour of sound fits: it is written and dropped. */
const tryRoom = (store: FieldStore): Promise<boolean> => store.fits(incompressible(TRIAL_BYTES));

/**
 * How much room there is, at most, where it is too little to begin an interview with sound, bytes; null: there is
 * enough. By the browser's estimate first, which costs nothing, then by writing.
 */
export async function tooLittleRoom(store: FieldStore): Promise<number | null> {
  const free = await freeBytes();
  if (free !== null && free < ROOM_BYTES) return free;
  return (await tryRoom(store)) ? null : TRIAL_BYTES;
}

/**
 * The room of one interview while it is recorded: something is written rarely, when the time has come or the estimate
 * fell.
 */
export class RoomWatch {
  readonly #store: FieldStore;
  readonly #now: () => number;
  #triedAt: number;
  #free: number | null = null;
  #little = false;

  /** Made right after the check at the start of an interview. */
  constructor(store: FieldStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    this.#triedAt = now();
  }

  /** @returns whether there is too little room to go on recording for long */
  async look(): Promise<boolean> {
    const free = await freeBytes();
    if (free !== null && free < TRIAL_BYTES) return true;
    const fell = free !== null && this.#free !== null && free < this.#free - TRIAL_BYTES;
    if (this.#free === null || fell) this.#free = free;
    const each = this.#little ? TRIAL_AGAIN_MS : TRIAL_EACH_MS;
    // A clock that was set back counts as time that passed.
    if (!fell && Math.abs(this.#now() - this.#triedAt) < each) return this.#little;
    this.#triedAt = this.#now();
    // A browser that cannot write at the moment says nothing of the room.
    this.#little = !(await tryRoom(this.#store).catch(() => true));
    return this.#little;
  }
}

/** Puts the ballast there, unless it is. */
export async function takeBallast(store: FieldStore): Promise<void> {
  if (await store.hasMeta('lastro')) return;
  try {
    await store.setMeta('lastro', incompressible(BALLAST_BYTES));
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
