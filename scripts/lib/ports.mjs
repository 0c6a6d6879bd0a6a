import { createServer } from 'node:net';

/** A port that nobody listens on at this moment. */
export function freePort(host = '127.0.0.1') {
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
