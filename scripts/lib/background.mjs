// Processes of low priority.
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Niceness value, as of `nice`. */
const NICENESS = 5;
/** Linux lets an ordinary account change a session's niceness ten times a second, all sessions together. */
const AGAIN_MS = 200;

/**
 * Lets the other processes of this machine go first.
 * @param {import('node:child_process').ChildProcess} child leader of a session (`detached`): Linux shares the cores
 * between sessions first (autogroup), and a process's own niceness counts within its session alone
 */
export function yieldToOthers(child) {
  if (child.pid === undefined) return;
  setPriority(child.pid, NICENESS);
  yieldSession(`/proc/${child.pid}/autogroup`);
}

function yieldSession(file) {
  // Some kernels do not group by session, and containers may forbid writing: the tests only take longer.
  if (!existsSync(file)) return;
  try {
    writeFileSync(file, String(NICENESS));
  } catch (error) {
    if (error.code === 'EAGAIN') setTimeout(() => yieldSession(file), AGAIN_MS).unref();
  }
}
