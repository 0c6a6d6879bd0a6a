// Core seconds used by a process and its children. Only Linux reports the seconds of children (proc(5)).
import { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';

const STAT = '/proc/self/stat';
/** The kernel's ticks per second, the same on every architecture. */
const TICKS = 100;
const MICROSECONDS = 1_000_000;

/** True if this system reports the CPU time of children. */
export const countsChildren = existsSync(STAT);

/** Seconds used by ended children of this process, and by their children; 0 if the system does not report them. */
function ofChildren() {
  if (!countsChildren) return 0;
  const text = readFileSync(STAT, 'utf8');
  // The program's name may contain spaces and brackets: the third field follows its last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** Seconds that this process and its ended children have used so far. */
export function coreSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS + ofChildren();
}

const part = new AsyncLocalStorage();
const parts = new Map();
let known = 0;

/** Runs `work` and counts its children's seconds under the part's name. */
export const asPart = (name, work) => part.run(name, work);

/**
 * Core seconds of each part: those of its children that have ended since countParts().
 * @returns {[name: string, seconds: number][]}
 */
export const secondsByPart = () => [...parts].sort(([, a], [, b]) => b - a);

/** From now on, counts the seconds of each child, when the child ends, for the part that started it. */
export function countParts() {
  known = ofChildren();
  diagnostics.subscribe('child_process', ({ process: child }) => {
    const name = part.getStore();
    child.once('exit', () => {
      const now = ofChildren();
      if (name !== undefined) parts.set(name, (parts.get(name) ?? 0) + now - known);
      known = now;
    });
  });
}
