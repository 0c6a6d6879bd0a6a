import { AsyncLocalStorage } from 'node:async_hooks';

/** Polls without overlap: a wake-up during a round starts another round afterwards. */
export class PollLoop {
  readonly #round: () => Promise<unknown>;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #failed = false;
  /** Monotonic time of the last progress, ms. */
  #movedAt = performance.now();

  /** @param round does one poll; must report its failures and never reject; returns false if the poll failed */
  constructor(round: () => Promise<unknown>) {
    // Leaves the caller's async context, because the rounds do not belong to its trace.
    this.#round = AsyncLocalStorage.bind(round);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Time since the last progress, ms. */
  get stillForMs(): number {
    return performance.now() - this.#movedAt;
  }

  /** Records progress, so that a long round does not count as hung. */
  moved(): void {
    this.#movedAt = performance.now();
  }

  /** Polls at once, every `everyMs`, and when woken. `isDue` false skips a timed poll (another worker's turn). */
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

  /** Starts no more rounds; resolves when the current round has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }
}
