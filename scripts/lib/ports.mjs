import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DATA } from './paths.mjs';

const TAKEN = join(DATA, 'portas');
/** Time for which an assigned port is reserved, ms; its program must listen by then. */
const TAKEN_MS = 120_000;

/**
 * Marks a port as taken, for every process of this checkout.
 * @returns false if another process has it
 */
function take(port) {
  const mark = join(TAKEN, String(port));
  mkdirSync(TAKEN, { recursive: true });
  try {
    if (Date.now() - statSync(mark).mtimeMs > TAKEN_MS) rmSync(mark, { force: true });
  } catch {
    // There is no mark yet.
  }
  try {
    writeFileSync(mark, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Finds a port that is free at present, and reserves it until its program listens, so that two products that start at
 * the same time never share a port.
 */
export async function freePort(host = '127.0.0.1') {
  for (;;) {
    const port = await unusedPort(host);
    if (take(port)) return port;
  }
}

function unusedPort(host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/**
 * The wanted port, or the next free port after it.
 * @throws Error if 100 in a row are taken
 */
export async function portFrom(wanted, host = '127.0.0.1') {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isFree(port, host)) return port;
  }
  throw new Error(`nenhuma porta livre entre ${wanted} e ${wanted + 99}`);
}
