import { AsyncLocalStorage } from 'node:async_hooks';

/** A poll loop whose rounds never overlap: a wake-up during a round starts another round after it. */
export class PollLoop {
  readonly #round: () => Promise<unknown>;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #failed = false;
  /** Time of the last progress, on the monotonic clock. */
  #movedAt = performance.now();

  /** @param round one poll; reports its own failures, never rejects, and returns false if it failed */
  constructor(round: () => Promise<unknown>) {
    // Leaves the caller's async context, whose trace must not include the rounds.
    this.#round = AsyncLocalStorage.bind(round);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Time since a round last succeeded, ms. */
  get stillForMs(): number {
    return performance.now() - this.#movedAt;
  }

  /** Records progress during a long round. */
  moved(): void {
    this.#movedAt = performance.now();
  }

  /** Polls at once, then at least every `everyMs`. `isDue` returns false if the turn is another worker's. */
  start(everyMs: number, isDue: () => boolean = () => true): void {
    this.moved();
    this.#timer = setInterval(() => {
      if (this.#failed || isDue()) this.wake();
      else if (!this.#running) this.moved();
    }, everyMs);
    this.wake();
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#round()
      .then((done) => {
        this.#failed = done === false;
        if (!this.#failed) this.moved();
      })
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        this.wake();
      });
  }

  /** Starts no more rounds. Resolves when the current round has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }
}
