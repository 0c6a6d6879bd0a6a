import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DATA } from './paths.mjs';

const TAKEN = join(DATA, 'portas');
/** How long a program may take from being told its port until it listens there, ms. */
const TAKEN_MS = 120_000;

/** Marks a port as given away, for every process of this checkout. @returns false where another has it */
function take(port) {
  const mark = join(TAKEN, String(port));
  mkdirSync(TAKEN, { recursive: true });
  try {
    if (Date.now() - statSync(mark).mtimeMs > TAKEN_MS) rmSync(mark, { force: true });
  } catch {
    // Nobody had it.
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
 * A port that nobody listens on at this moment, and that nobody else gets who asks before its program listens: two products
 * that start beside each other never share one.
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

/** The wanted port, or the next free one after it. @throws Error when 100 in a row are taken. */
export async function portFrom(wanted, host = '127.0.0.1') {
  for (let port = wanted; port < wanted + 100; port += 1) {
    if (await isFree(port, host)) return port;
  }
  throw new Error(`nenhuma porta livre entre ${wanted} e ${wanted + 99}`);
}
