import { parentPort, Worker } from 'node:worker_threads';

type Answer = { resolve: (value: unknown) => void; reject: (reason: Error) => void };

/** A thread for long computations, so that the process can renew leases meanwhile. Takes one task at a time. */
export class Thread<Task> {
  readonly #thread: Worker;
  #answer: Answer | null = null;
  #failure: Error | null = null;

  /** @param source URL of a file that calls `answerTasks` */
  constructor(source: URL) {
    this.#thread = new Worker(new URL('./thread.mjs', import.meta.url), {
      workerData: source.href,
      execArgv: [],
    });
    this.#thread.on('message', (value: unknown) => this.#take()?.resolve(value));
    this.#thread.once('error', (error) => this.#fail(error as Error));
    this.#thread.once('exit', (code) => this.#fail(new Error(`thread ended with ${code}`)));
  }

  #take(): Answer | null {
    const answer = this.#answer;
    this.#answer = null;
    return answer;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#take()?.reject(this.#failure);
  }

  /** @throws the task's error, or an error if the thread has ended */
  ask(task: Task, transfer: ArrayBuffer[] = []): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#thread.postMessage(task, transfer);
    });
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** Answers each task inside a thread. An exception ends the thread. */
export function answerTasks<Task>(answer: (task: Task) => unknown): void {
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)));
}
