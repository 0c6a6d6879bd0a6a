// Processes that a test stops, lets go on, or ends.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Signals a process; 0 only asks. @returns false when it has ended */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** A server's processes: PostgreSQL's backends are sessions of their own. None of one that has ended, or never began. */
export function processesOf(pid: number | undefined): number[] {
  if (pid === undefined || !send(pid, 0)) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children.filter(Boolean).map(Number)];
}

/** Stops a server where it stands. */
export function freeze(pid: number | undefined): void {
  if (pid === undefined) throw new Error('o servidor não tem processo');
  for (const one of processesOf(pid)) send(one, 'SIGSTOP');
}

/** Lets a frozen server go on. */
export function thaw(pid: number | undefined): void {
  for (const one of processesOf(pid)) send(one, 'SIGCONT');
}

/** Ends a child and waits until it is gone. @returns its exit code; null where a signal ended it */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}
