import { isTracing, openSpan } from '@escuta/shared/platform/tracing/tracing';
import type { OpenSpan } from '@escuta/shared/platform/tracing/tracing-span';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPolled } from './request-log.ts';

/**
 * Traces each request of a contract as a span named by the route's pattern, within the caller's trace if sent.
 * Registers nothing if tracing is off.
 */
export function registerTracing(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    if (!config.contract || url === undefined || isPolled(url)) return done();
    request.span = openSpan(`${request.method} ${url}`, {
      kind: 'server',
      headers: request.headers,
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'escuta.requisicao_id': request.id,
      },
    });
    if (!request.span) return done();
    // Aborted requests and streams have no response hook.
    reply.raw.once('close', () => endSpan(request, reply));
    return request.span.within(done);
  });
  // Restores the request's context, because the events of body parsing run outside it.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span ? request.span.within(done) : done(),
  );
  app.addHook('onResponse', (request, reply, done) => {
    endSpan(request, reply);
    done();
  });
}

function endSpan(request: FastifyRequest, reply: FastifyReply): void {
  const { span, session } = request;
  if (!span) return;
  request.span = null;
  if (session) span.set({ 'escuta.empresa_id': session.empresaId });
  const isAnswered = reply.raw.headersSent;
  if (isAnswered) span.set({ 'http.response.status_code': reply.statusCode });
  const failure = reply.statusCode >= 500 ? String(reply.statusCode) : undefined;
  span.end(isAnswered ? failure : 'interrompida');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's span; null without tracing. */
    span: OpenSpan | null;
  }
}
