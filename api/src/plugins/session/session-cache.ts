type Entry<T> = { value: T; expiresAt: number };

/**
 * In-process cache of accounts (or API keys), so that a request costs no query for them. Entries live `ttlMs` at most,
 * and are dropped at once by `drop`. While `isLive` is false (the channel that would tell of changes is down) nothing
 * is served from it. Concurrent misses of one key share one load.
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

  /** The value of a key, from the cache or loaded; null when there is none. @throws what `load` throws. */
  async get(key: string): Promise<T | null> {
    if (!this.#isLive()) return this.#load(key);
    const known = this.peek(key);
    if (known !== undefined) return known;
    const running = this.#loading.get(key);
    if (running) return running;
    const generation = this.#generation;
    const loading = this.#load(key)
      .then((value) => {
        // A change told of while the query ran may be newer than its answer: use that answer once, keep it not.
        if (value !== null && generation === this.#generation && this.#isLive()) this.#keep(key, value);
        return value;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    this.#loading.set(key, loading);
    return loading;
  }

  /** The value held for a key; undefined when none is, or it is too old. */
  peek(key: string): T | undefined {
    if (!this.#isLive()) return undefined;
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt > Date.now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** Drops every entry that `matches`. */
  drop(matches: (value: T, key: string) => boolean): void {
    this.#generation++;
    this.#loading.clear();
    for (const [key, entry] of this.#entries) {
      if (matches(entry.value, key)) this.#entries.delete(key);
    }
  }

  /** Drops everything. */
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
