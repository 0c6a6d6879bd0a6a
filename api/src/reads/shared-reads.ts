/** Reads of one key: how many are under way, and the one that begins when the next of them ends. */
type Open<T> = { under: number; next: { answer: Promise<T>; begin: () => void } | null };

/**
 * Reads that many want at the same moment, made once for all of them: whoever comes while `atOnce` of them are under way shares, with everybody who
 * came meanwhile, the one that begins when the first of those ends. Nothing is kept: each answer was begun after whoever gets it asked, so what they have
 * just changed is in it.
 */
export class SharedReads<T> {
  readonly #open = new Map<string, Open<T>>();
  readonly #atOnce: number;

  /** `atOnce`: of one key; what costs little is waited for longer than it takes. */
  constructor(atOnce = 1) {
    this.#atOnce = atOnce;
  }

  /** `key`: what is asked for; `ask`: reads it. One that fails fails for those who share it. */
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
    // Also where it throws at once.
    const answer = (async () => ask())();
    answer.then(end, end);
    return answer;
  }
}
