/** A value loaded when needed, and shared by all callers for `ttlMs`. */
export class Cached<T> {
  readonly #ttlMs: number;
  readonly #load: () => Promise<T>;
  readonly #onError: () => void;
  #kept: { at: number; value: T | null } | null = null;
  #loading: Promise<T | null> | null = null;

  constructor(ttlMs: number, load: () => Promise<T>, onError: () => void) {
    this.#ttlMs = ttlMs;
    this.#load = load;
    this.#onError = onError;
  }

  /** The cached or a newly loaded value. Null if loading failed; the null is cached, too. */
  get(): Promise<T | null> {
    if (this.#kept && performance.now() - this.#kept.at < this.#ttlMs)
      return Promise.resolve(this.#kept.value);
    this.#loading ??= this.#read().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #read(): Promise<T | null> {
    const value = await this.#load().catch(() => {
      this.#onError();
      return null;
    });
    this.#kept = { at: performance.now(), value };
    return value;
  }
}
