import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Polled routes, logged only at level debug. */
const POLLED = new Set(['/api/v1/health', '/api/v1/ready', '/api/v1/version']);
export const isPolled = (route: string): boolean => POLLED.has(route);

/** The caller's X-Request-Id if it is a plain id, else a new id. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : randomUUID();
}

/**
 * Sends the request's id in a header and logs one line per request, with the route's pattern, because ids, searches and
 * signatures in addresses are private.
 */
export function registerRequestLog(app: FastifyInstance, metrics: Metrics): void {
  // Uses callbacks, because every request passes here, and a promise costs a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const rota = request.routeOptions.url ?? '(desconhecida)';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    metrics.request(request.method, rota, reply.statusCode, ms);
    const line = {
      metodo: request.method,
      rota,
      status: reply.statusCode,
      ms,
      ...(request.session
        ? {
            empresaId: request.session.empresaId,
            usuarioId: request.session.usuarioId,
            via: request.session.via,
          }
        : {}),
    };
    if (isPolled(rota)) request.log.debug(line, 'requisição');
    else request.log.info(line, 'requisição');
    done();
  });
}
