import type { AppDeps } from '../deps.ts';

/**
 * Runs work after the answer, so that the answer's timing reveals nothing about the work. An ending process waits for
 * work that has begun, and runs new work before the answer.
 */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #log: AppDeps['log'];
  #stopping = false;

  constructor(deps: Pick<AppDeps, 'log' | 'onStop'>) {
    this.#log = deps.log;
    deps.onStop(async () => {
      this.#stopping = true;
      await Promise.all(this.#running);
    });
  }

  /** Starts `work` soon; logs a failure as `what`. Awaits the work only while the process ends. */
  async run(what: string, work: () => Promise<void>): Promise<void> {
    const done = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => this.#log.error({ err: error }, what))
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
    if (this.#stopping) await done;
  }
}
