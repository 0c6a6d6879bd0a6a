import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Rounds of one work that never overlap: whoever wakes it while a round is under way gets another one after it, so that
 * nothing which came meanwhile is missed. A clock wakes it too, for what no wake-up told of.
 */
export class Rounds {
  readonly #round: () => Promise<unknown>;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #failed = false;
  /** When it last came any further, on the process's own clock. */
  #movedAt = performance.now();

  /** @param round one round; it says itself what fails, and never rejects. Resolves to false when it came to nothing */
  constructor(round: () => Promise<unknown>) {
    // A round is nobody's: whoever wakes it would have all that comes of it, other people's work, in the trace of their own.
    this.#round = AsyncLocalStorage.bind(round);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** For how long no round has come to its end, ms: one that hangs, or that fails each time, does not move. */
  get stillForMs(): number {
    return performance.now() - this.#movedAt;
  }

  /** A long round says on its way that it moves. */
  moved(): void {
    this.#movedAt = performance.now();
  }

  /**
   * Begins now, and again each `everyMs` at the latest. `isDue`: whether the clock's turn is ours; where it is somebody else's
   * and nothing wakes us, there is nothing to do.
   */
  start(everyMs: number, isDue: () => boolean = () => true): void {
    this.moved();
    this.#timer = setInterval(() => {
      if (this.#failed || isDue()) this.wake();
      else if (!this.#running) this.moved();
    }, everyMs);
    this.wake();
  }

  /** There may be something to do. */
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

  /** No more rounds. Resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }
}
