// Environment of a tier of npm run test:distribuido: its own folder, and its processes, which end with the tier.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createLogger, type Logger } from '@escuta/shared/platform/process/log';
import { type ChildOptions, Supervisor, tail } from '../../scripts/lib/supervisor.mjs';

export class Ground {
  readonly folder: string;
  readonly logs: string;
  readonly log: Logger = createLogger('distribuido', 'silent');
  /** Processes that ended unexpectedly. */
  readonly crashes: string[] = [];
  readonly supervisor: Supervisor;
  readonly #ends: (() => void)[] = [];
  readonly #told = new Set<string>();
  readonly #names = new Map<ChildProcess, string>();

  constructor(folder: string) {
    this.folder = folder;
    this.logs = join(folder, 'logs');
    this.supervisor = new Supervisor(({ name, how, logFile }) => {
      if (how === 'sinal SIGKILL' || this.#told.has(name)) return;
      this.crashes.push(`${name} encerrou (${how}):\n${tail(logFile)}`);
    });
  }

  /** Starts a process, which `stop` ends at the latest. */
  spawn(options: ChildOptions): ChildProcess {
    const name = `${options.name} #${this.#names.size + 1}`;
    const child = this.supervisor.start({ ...options, name });
    this.#names.set(child, name);
    return child;
  }

  /** Ends a process with SIGTERM and waits for its end. */
  async end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    this.#told.add(this.#names.get(child) ?? '');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  /** Runs `work` at the end, once all processes have stopped; the last registered runs first. */
  atEnd(work: () => void): void {
    this.#ends.unshift(work);
  }

  async stop(): Promise<void> {
    // Continues processes that a fault froze (SIGSTOP), because a frozen process does not react to SIGTERM.
    for (const child of this.#names.keys())
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGCONT');
    await this.supervisor.stop();
    for (const work of this.#ends.splice(0)) work();
  }
}
