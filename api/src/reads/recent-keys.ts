import { RecentValues } from './recent-values.ts';

/** Keys that are known for a while: the oldest go first where there are too many. */
export class RecentKeys {
  readonly #values: RecentValues<true>;

  /** @param options.ttlMs how long a key is known, ms; `max`: how many are */
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
