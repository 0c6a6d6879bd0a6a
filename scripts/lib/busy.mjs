// Keeps the processor's cores busy, to expose tests that depend on timing.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const SELF = fileURLToPath(import.meta.url);
/** A busy child ends by itself after this time, even without its parent, s. */
const SPAN_S = 600;

/**
 * Runs a busy child per core until `stop` is called.
 * @returns {{ stop: () => void }}
 */
export function keepBusy(cores = availableParallelism()) {
  const children = new Set();
  let stopped = false;
  const start = () => {
    const child = fork(SELF, [String(SPAN_S)], { stdio: 'ignore' });
    children.add(child);
    child.once('exit', () => {
      children.delete(child);
      if (!stopped) start();
    });
  };
  for (let core = 0; core < cores; core += 1) start();
  return {
    stop: () => {
      stopped = true;
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

function burn(until) {
  const pause = Date.now() + 50;
  while (Date.now() < pause);
  // The channel closes when the parent ends.
  if (Date.now() < until && process.connected) setImmediate(burn, until);
  else process.exit(0);
}

if (process.argv[1] === SELF && process.send) burn(Date.now() + Number(process.argv[2]) * 1000);
