/** Keys that are known for a while: the oldest go first where there are too many. */
export class RecentKeys {
  readonly #ends = new Map<string, number>();
  readonly #ttlMs: number;
  readonly #max: number;
  readonly #now: () => number;

  /** @param options.ttlMs how long a key is known, ms; `max`: how many are */
  constructor(options: { ttlMs: number; max: number; now?: () => number }) {
    this.#ttlMs = options.ttlMs;
    this.#max = options.max;
    this.#now = options.now ?? (() => performance.now());
  }

  has(key: string): boolean {
    return (this.#ends.get(key) ?? 0) > this.#now();
  }

  add(key: string): void {
    this.#ends.delete(key);
    this.#ends.set(key, this.#now() + this.#ttlMs);
    for (const oldest of this.#ends.keys()) {
      if (this.#ends.size <= this.#max) break;
      this.#ends.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#ends.delete(key);
  }
}
