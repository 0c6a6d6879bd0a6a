/** Map with expiry; drops the oldest entries beyond `max`. */
export class RecentValues<T> {
  readonly #entries = new Map<string, { value: T; endsAt: number }>();
  readonly #ttlMs: number;
  readonly #max: number;
  readonly #now: () => number;

  /** @param options.ttlMs lifetime of a value, ms; `max`: greatest number of values */
  constructor(options: { ttlMs: number; max: number; now?: () => number }) {
    this.#ttlMs = options.ttlMs;
    this.#max = options.max;
    this.#now = options.now ?? (() => performance.now());
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.endsAt > this.#now() ? entry.value : undefined;
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, endsAt: this.#now() + this.#ttlMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#max) break;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
