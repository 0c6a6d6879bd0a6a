import type { AppDeps } from '../deps.ts';

/**
 * Work that is done after the answer went out, so that the answer's time tells nothing about it. The process waits for it
 * before it ends; what comes after that signal is done before the answer.
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

  /** Runs `work` soon; a failure is logged as `what`. Awaiting it waits for nothing but the process's own end. */
  async run(what: string, work: () => Promise<void>): Promise<void> {
    const done = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => this.#log.error({ err: error }, what))
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
    if (this.#stopping) await done;
  }
}
