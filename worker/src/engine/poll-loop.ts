import { AsyncLocalStorage } from 'node:async_hooks';

/** A poll loop whose rounds never overlap: a wake-up during a round starts another round after the present one. */
export class PollLoop {
  readonly #round: () => Promise<unknown>;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #failed = false;
  /** Time of the last successful round or other progress, on the monotonic clock, ms. */
  #movedAt = performance.now();

  /** @param round does one poll; must report its own failures and never reject; returns false if the poll failed */
  constructor(round: () => Promise<unknown>) {
    // Leaves the caller's async context, because the rounds do not belong to the caller's trace.
    this.#round = AsyncLocalStorage.bind(round);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Time since the last successful round or other progress, ms. */
  get stillForMs(): number {
    return performance.now() - this.#movedAt;
  }

  /** Records progress, so that a long round does not count as hung. */
  moved(): void {
    this.#movedAt = performance.now();
  }

  /** Polls at once, then every `everyMs`, or when woken. `isDue`: false skips a timed poll (another worker's turn). */
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
