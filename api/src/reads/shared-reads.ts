/** State of a key: number of running reads, and the waiting read, which begins when a running read ends. */
type Open<T> = { under: number; next: { answer: Promise<T>; begin: () => void } | null };

/**
 * Coalesces concurrent reads of a key: while `atOnce` reads are running, new callers share a single next read. Nothing
 * is cached: each caller's read begins after the call.
 */
export class SharedReads<T> {
  readonly #open = new Map<string, Open<T>>();
  readonly #atOnce: number;

  /** `atOnce`: concurrent reads of a key; more for cheap reads, where waiting takes longer than reading. */
  constructor(atOnce = 1) {
    this.#atOnce = atOnce;
  }

  /** Reads a key's value with `ask`, or shares the key's waiting read; a failure fails all sharing callers. */
  read(key: string, ask: () => Promise<T>): Promise<T> {
    const open = this.#open.get(key) ?? { under: 0, next: null };
    this.#open.set(key, open);
    if (open.under < this.#atOnce) return this.#begin(key, open, ask);
    if (!open.next) {
      let begin = () => {};
      const answer = new Promise<T>((resolve) => {
        begin = () => resolve(this.#begin(key, open, ask));
      });
      open.next = { answer, begin };
    }
    return open.next.answer;
  }

  #begin(key: string, open: Open<T>, ask: () => Promise<T>): Promise<T> {
    open.under += 1;
    const end = () => {
      open.under -= 1;
      const { next } = open;
      open.next = null;
      if (next) next.begin();
      else if (open.under === 0) this.#open.delete(key);
    };
    // Turns a synchronous throw into a rejection.
    const answer = (async () => ask())();
    answer.then(end, end);
    return answer;
  }
}
