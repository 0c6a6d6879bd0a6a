import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/** Runs of this process that have not ended. */
const running = new Set();
let stopped = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopped = true;
    // Each child stops its own servers.
    for (const child of running) child.kill('SIGTERM');
  });
}

/** True if a signal requested this process to end; then it starts nothing more. */
export const isStopped = () => stopped;

/**
 * Runs Node in the repository's folder to its end; signals that stop this process stop the run.
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, program?: string, stdio?: import('node:child_process').StdioOptions }}
 * options `env`: added to this process's own; `program`: another Node
 * @returns {Promise<number>} its exit code; 1 after a signal
 */
export function runNode(args, { env = {}, program = process.execPath, stdio = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
    running.add(child);
    child.once('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}
