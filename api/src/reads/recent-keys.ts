import { RecentValues } from './recent-values.ts';

/** Set of keys with expiry; drops the oldest beyond `max`. */
export class RecentKeys {
  readonly #values: RecentValues<true>;

  /** @param options.ttlMs lifetime of a key, ms; `max`: greatest number of keys */
  constructor(options: { ttlMs: number; max: number; now?: () => number }) {
    this.#values = new RecentValues(options);
  }

  has(key: string): boolean {
    return this.#values.get(key) === true;
  }

  add(key: string): void {
    this.#values.set(key, true);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
