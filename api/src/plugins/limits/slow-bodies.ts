import { AppError } from '@escuta/shared/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type SlowBodyLimits = {
  /** Time limit for a whole JSON body, ms. */
  jsonMs: number;
  /** Interval of checking an upload's pace, ms. */
  paceEveryMs: number;
  /** Least pace of an upload, bytes per second: slow lines are allowed, a trickle is not. */
  minBytesPerS: number;
};

export const SLOW_BODY_LIMITS: SlowBodyLimits = { jsonMs: 30_000, paceEveryMs: 30_000, minBytesPerS: 1024 };

/** Aborts a body, so that its reader fails with 408. */
function cut(request: FastifyRequest): void {
  const { raw } = request;
  const error = new AppError('tempo_esgotado', 'O envio demorou demais. Envie de novo.');
  // The body's reader answers the error; without a reader the connection is cut.
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.destroy();
}

/**
 * Aborts a JSON body after jsonMs, and an upload slower than its least pace, unless received bytes wait because the
 * server itself is slow.
 */
export function registerSlowBodies(app: FastifyInstance, limits: SlowBodyLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    watchBody(request, reply, limits);
    done();
  });
}

function watchBody(request: FastifyRequest, reply: FastifyReply, limits: SlowBodyLimits): void {
  const { raw, headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || raw.complete) return;
  const isUpload = /^(?:multipart\/form-data|application\/octet-stream)\b/i.test(
    headers['content-type'] ?? '',
  );
  let before = raw.socket.bytesRead;
  const timer = setInterval(
    () => {
      if (raw.complete || raw.destroyed || reply.sent) return clearInterval(timer);
      const now = raw.socket.bytesRead;
      const isPaced = now - before >= (limits.minBytesPerS * limits.paceEveryMs) / 1000;
      before = now;
      if (isUpload && (isPaced || raw.readableLength > 0)) return;
      clearInterval(timer);
      cut(request);
    },
    isUpload ? limits.paceEveryMs : limits.jsonMs,
  ).unref();
  raw.once('close', () => clearInterval(timer));
}
