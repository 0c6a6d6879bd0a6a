type Entry<T> = { value: T; expiresAt: number };

/**
 * In-process cache of accounts or API keys, for at most `ttlMs`; `drop` removes entries at once. Unused while `isLive`
 * is false, because changes are then not announced. Concurrent misses of a key share a load.
 */
export class SessionCache<T extends object> {
  readonly #load: (key: string) => Promise<T | null>;
  readonly #isLive: () => boolean;
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #loading = new Map<string, Promise<T | null>>();
  #generation = 0;

  constructor(options: {
    load: (key: string) => Promise<T | null>;
    isLive: () => boolean;
    ttlMs: number;
    maxEntries: number;
  }) {
    this.#load = options.load;
    this.#isLive = options.isLive;
    this.#ttlMs = options.ttlMs;
    this.#maxEntries = options.maxEntries;
  }

  /**
   * The value of a key, cached or loaded; null if `load` finds none.
   * @throws the errors of `load`
   */
  async get(key: string): Promise<T | null> {
    if (!this.#isLive()) return this.#load(key);
    const known = this.peek(key);
    if (known !== undefined) return known;
    const running = this.#loading.get(key);
    if (running) return running;
    const generation = this.#generation;
    const loading = this.#load(key)
      .then((value) => {
        // A change announced during the query may be newer than its answer, so the answer is not cached.
        if (value !== null && generation === this.#generation && this.#isLive()) this.#keep(key, value);
        return value;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    this.#loading.set(key, loading);
    return loading;
  }

  /** The cached value of a key; undefined if absent or expired. */
  peek(key: string): T | undefined {
    if (!this.#isLive()) return undefined;
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt > Date.now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** Drops the matching entries, and discards answers of loads in progress. */
  drop(matches: (value: T, key: string) => boolean): void {
    this.#generation++;
    this.#loading.clear();
    for (const [key, entry] of this.#entries) {
      if (matches(entry.value, key)) this.#entries.delete(key);
    }
  }

  clear(): void {
    this.drop(() => true);
  }

  #keep(key: string, value: T): void {
    if (this.#entries.size >= this.#maxEntries) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.delete(key);
    this.#entries.set(key, { value, expiresAt: Date.now() + this.#ttlMs });
  }
}
