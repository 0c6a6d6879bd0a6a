// Lowers the priority of processes.
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Niceness given to processes, as in the command `nice`: 0 is ordinary, 19 the lowest priority. */
const NICENESS = 5;
/** Time before repeating a refused change, ms: Linux allows ordinary accounts ten niceness changes a second in all. */
const AGAIN_MS = 200;

/**
 * Lowers the priority of `child`, so that the machine's other processes come first.
 * @param {import('node:child_process').ChildProcess} child leader of a session (`detached`): Linux first divides the
 * cores between sessions (autogroup), and a process's own niceness counts only within its session
 */
export function yieldToOthers(child) {
  if (child.pid === undefined) return;
  setPriority(child.pid, NICENESS);
  yieldSession(`/proc/${child.pid}/autogroup`);
}

function yieldSession(file) {
  // Some kernels do not group by session, and containers may forbid writing; then the tests only take longer.
  if (!existsSync(file)) return;
  try {
    writeFileSync(file, String(NICENESS));
  } catch (error) {
    if (error.code === 'EAGAIN') setTimeout(() => yieldSession(file), AGAIN_MS).unref();
  }
}
