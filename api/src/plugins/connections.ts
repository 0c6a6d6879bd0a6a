import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests under way get this long once the app closes, ms. */
const DRAIN_MS = 10_000;

/**
 * Lets `app.close()` end: connections without a request are cut at once, those with one when it is answered, and what
 * is still open after ten seconds by force. Node itself leaves a connection that never sent a request (browsers open
 * such ones ahead of need) open for a minute.
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
