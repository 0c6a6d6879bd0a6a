/**
 * Reads that many want at the same moment, made once for all of them: whoever comes while one is under way waits for its end and shares the next with
 * everybody who came meanwhile. Nothing is kept: each answer was begun after whoever gets it asked, so what they have just changed is in it.
 */
export class SharedReads<T> {
  readonly #open = new Map<string, { running: Promise<T>; next: Promise<T> | null }>();

  /** `key`: what is asked for; `ask`: reads it. One that fails fails for those who share it. */
  read(key: string, ask: () => Promise<T>): Promise<T> {
    const open = this.#open.get(key);
    if (!open) return this.#begin(key, ask);
    const begin = () => this.#begin(key, ask);
    open.next ??= open.running.then(begin, begin);
    return open.next;
  }

  #begin(key: string, ask: () => Promise<T>): Promise<T> {
    const one = { running: ask(), next: null as Promise<T> | null };
    this.#open.set(key, one);
    const end = () => {
      if (!one.next) this.#open.delete(key);
    };
    one.running.then(end, end);
    return one.running;
  }
}
