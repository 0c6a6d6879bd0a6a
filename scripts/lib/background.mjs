// Processes that take what the others leave of the cores.
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How nice (as `nice` counts) to the others. */
const NICENESS = 5;
/** Linux takes a session's niceness from an ordinary account ten times a second, all sessions together. */
const AGAIN_MS = 200;

/**
 * Lets the other processes of this machine go first.
 * @param {import('node:child_process').ChildProcess} child one that began a session (`detached`): Linux shares the cores between sessions
 *   first (autogroup), and a process's own niceness counts within its session alone
 */
export function yieldToOthers(child) {
  if (child.pid === undefined) return;
  setPriority(child.pid, NICENESS);
  yieldSession(`/proc/${child.pid}/autogroup`);
}

function yieldSession(file) {
  // Not every kernel groups by session, and a container may not let anybody write there: the tests only take longer.
  if (!existsSync(file)) return;
  try {
    writeFileSync(file, String(NICENESS));
  } catch (error) {
    if (error.code === 'EAGAIN') setTimeout(() => yieldSession(file), AGAIN_MS).unref();
  }
}
