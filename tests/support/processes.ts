// Stops, resumes and ends processes for a test.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Sends a signal to a process; 0 only checks that it exists. @returns false if the process has ended */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Lists the ids of a server's process and of its children, because PostgreSQL's backends have sessions of their own.
 * Empty
 * if the server has ended or was never started.
 */
export function processesOf(pid: number | undefined): number[] {
  if (pid === undefined || !send(pid, 0)) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children.filter(Boolean).map(Number)];
}

/** Stops a server's process and its children with SIGSTOP. @throws Error if the server was never started */
export function freeze(pid: number | undefined): void {
  if (pid === undefined) throw new Error('o servidor não tem processo');
  for (const one of processesOf(pid)) send(one, 'SIGSTOP');
}

/** Resumes a stopped server's process and its children. */
export function thaw(pid: number | undefined): void {
  for (const one of processesOf(pid)) send(one, 'SIGCONT');
}

/** Ends a child and waits for its exit. @returns the exit code; null if a signal ended the child */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}
