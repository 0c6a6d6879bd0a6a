import type { Readable } from 'node:stream';
import { isDiskFull } from './disk-full.ts';
import type { ByteRange, ObjectInfo, ObjectStore, StoredObject } from './object-store.ts';

/** An object store that remembers a full disk until a write or check succeeds. */
export class WatchedStore implements ObjectStore {
  readonly #store: ObjectStore;
  #isFull = false;
  /** Number of times that the disk was found full. A check that began before the last of these times proves nothing. */
  #timesFull = 0;
  #lastProbe: { at: number; works: Promise<boolean> } | null = null;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  put(key: string, body: Readable, options: { contentType: string }): Promise<{ size: number }> {
    return this.#watch(() => this.#store.put(key, body, options));
  }

  get putFile(): ObjectStore['putFile'] {
    const putFile = this.#store.putFile?.bind(this.#store);
    return putFile && ((key, filePath, options) => this.#watch(() => putFile(key, filePath, options)));
  }

  get copyTo(): ObjectStore['copyTo'] {
    return this.#store.copyTo?.bind(this.#store);
  }

  get fileOf(): ObjectStore['fileOf'] {
    return this.#store.fileOf?.bind(this.#store);
  }

  get(key: string, range?: ByteRange): Promise<Readable> {
    return this.#store.get(key, range);
  }

  head(key: string): Promise<ObjectInfo> {
    return this.#store.head(key);
  }

  delete(key: string): Promise<void> {
    return this.#store.delete(key);
  }

  link(key: string, as: { contentType: string; disposition: string | null }): string | null {
    return this.#store.link?.(key, as) ?? null;
  }

  list(): AsyncGenerator<StoredObject> {
    return this.#store.list();
  }

  check(): Promise<void> {
    return this.#watch(() => this.#store.check());
  }

  /** True if the last check or write within `maxAgeMs` ms succeeded; without one, checks now. Never throws. */
  async works(maxAgeMs: number): Promise<boolean> {
    if (!this.#lastProbe || performance.now() - this.#lastProbe.at > maxAgeMs) {
      const works = this.check().then(
        () => true,
        () => false,
      );
      this.#lastProbe = { at: performance.now(), works };
    }
    return (await this.#lastProbe.works) && !this.#isFull;
  }

  async #watch<T>(write: () => Promise<T>): Promise<T> {
    const before = this.#timesFull;
    try {
      const done = await write();
      if (this.#timesFull === before) {
        this.#isFull = false;
        this.#lastProbe = { at: performance.now(), works: Promise.resolve(true) };
      }
      return done;
    } catch (error) {
      if (isDiskFull(error)) {
        this.#timesFull += 1;
        this.#isFull = true;
      }
      throw error;
    }
  }
}
