import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Longest time for open requests to finish once the app closes, ms. */
const DRAIN_MS = 10_000;

/**
 * Lets `app.close()` end: closes idle connections at once, and busy ones after their answer, at the latest after
 * DRAIN_MS. By itself, Node keeps unused connections (browsers open them in advance) for a minute.
 */
export function registerConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref();
  });
}
