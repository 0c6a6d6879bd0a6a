// Starts processes and stops exactly those, in reverse order, however this process ends: Ctrl+C, SIGTERM, a closed
// terminal, a crash of a child, or kill -9 (then the leash, a separate process, stops them).
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEASH = fileURLToPath(new URL('./leash.mjs', import.meta.url));

/**
 * @typedef {object} ChildOptions
 * @property {string} name        shown to people
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {{ uid: number, gid: number } | null} [account]
 * @property {string} logFile     receives stdout and stderr
 * @property {NodeJS.Signals} [stopSignal]  default SIGTERM
 * @property {number} [stopLimitMs]         time from the stop signal to SIGKILL, ms; default 15000
 */

export class Supervisor {
  /**
   * @type {{ child: import('node:child_process').ChildProcess, options: ChildOptions, ended: Promise<void>, alive:
   * boolean }[]}
   */
  #children = [];
  #leash = null;
  /** @type {string[]} */
  #folders = [];
  /** @type {Promise<void> | null} */
  #stopping = null;
  /** @type {(reason: { name: string, logFile: string, how: string }) => void} */
  #onCrash;

  /** @param {(reason: { name: string, logFile: string, how: string }) => void} onCrash called if a child ends early */
  constructor(onCrash) {
    this.#onCrash = onCrash;
  }

  /**
   * Starts a process in a separate session, so that the terminal's Ctrl+C reaches only this process, which stops the
   * others in order.
   * @param {ChildOptions} options
   */
  start(options) {
    if (this.#stopping) throw new Error('encerrando');
    // Logs belong to the operator: other accounts of the machine cannot read them.
    mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
    const log = openSync(options.logFile, 'a', 0o600);
    const child = spawn(options.command, options.args, {
      env: options.env ?? process.env,
      cwd: options.cwd,
      detached: true,
      stdio: ['ignore', log, log],
      ...(options.account ?? {}),
    });
    closeSync(log);
    const entry = { child, options, alive: true, ended: Promise.resolve() };
    entry.ended = new Promise((resolve) => {
      const end = (how) => {
        entry.alive = false;
        this.#tellLeash({ remove: child.pid });
        resolve();
        if (!this.#stopping) this.#onCrash({ name: options.name, logFile: options.logFile, how });
      };
      child.once('error', (error) => end(error.message));
      child.once('exit', (code, signal) => end(signal ? `sinal ${signal}` : `código ${code}`));
    });
    this.#children.push(entry);
    this.#tellLeash({
      add: child.pid,
      signal: options.stopSignal ?? 'SIGTERM',
      limitMs: options.stopLimitMs ?? 15_000,
    });
    return child;
  }

  /** Deletes a folder after everything has stopped, however this process ends. */
  removeAtEnd(folder) {
    this.#folders.push(folder);
    this.#tellLeash({ folder });
  }

  /** Stops everything started, last one first. May be called twice. */
  stop() {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll() {
    for (const entry of this.#children.toReversed()) {
      if (!entry.alive) continue;
      const { stopSignal = 'SIGTERM', stopLimitMs = 15_000 } = entry.options;
      entry.child.kill(stopSignal);
      const limit = setTimeout(() => killGroup(entry.child.pid, 'SIGKILL'), stopLimitMs);
      await entry.ended;
      clearTimeout(limit);
      // Also kills processes that a child left in its session (such as a running ffmpeg).
      killGroup(entry.child.pid, 'SIGKILL');
    }
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    this.#leash?.stdin.end();
  }

  #tellLeash(message) {
    if (!this.#leash) {
      this.#leash = spawn(process.execPath, [LEASH], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
      this.#leash.stdin.on('error', () => {});
      this.#leash.unref();
      this.#leash.stdin.unref?.();
    }
    if (!this.#leash.stdin.writableEnded) this.#leash.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Number of earlier runs whose logs are kept. */
const KEPT_RUNS = 5;
/** Greatest number of bytes kept of an earlier run's log: the end, which shows why the run failed. */
const KEPT_BYTES = 20 * 1024 * 1024;

/**
 * Makes room for a new run's logs in `folder`: the logs of the last run move to folder-1, the logs of folder-1 to
 * folder-2 …, so that after a crash and a restart the evidence remains; older logs are deleted.
 */
export function rotateLogs(folder) {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  rmSync(`${folder}-${KEPT_RUNS}`, { recursive: true, force: true });
  for (let n = KEPT_RUNS - 1; n >= 1; n -= 1) {
    if (existsSync(`${folder}-${n}`)) renameSync(`${folder}-${n}`, `${folder}-${n + 1}`);
  }
  renameSync(folder, `${folder}-1`);
  for (const name of readdirSync(`${folder}-1`)) keepEnd(join(`${folder}-1`, name));
}

function keepEnd(file) {
  const { size } = statSync(file);
  if (size <= KEPT_BYTES) return;
  const from = openSync(file, 'r');
  const end = Buffer.alloc(KEPT_BYTES);
  readSync(from, end, 0, KEPT_BYTES, size - KEPT_BYTES);
  closeSync(from);
  writeFileSync(file, end);
}

/** Reads the last lines of a log, to show them after a failure. */
export function tail(file, lines = 20) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

export const logFileIn = (folder, name) => join(folder, `${name}.log`);
