import { AppError } from '@escuta/shared/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How long bodies may take. */
export type SlowBodyLimits = {
  /** A whole JSON body, ms. */
  jsonMs: number;
  /** How often an upload's pace is looked at, ms. */
  paceEveryMs: number;
  /** Least pace of an upload between two looks, bytes a second: slow lines pass, a byte now and then does not. */
  minBytesPerS: number;
};

export const SLOW_BODY_LIMITS: SlowBodyLimits = { jsonMs: 30_000, paceEveryMs: 30_000, minBytesPerS: 1024 };

/** Ends the reading of a body, wherever it has come to: its reader fails with 408. */
function cut(request: FastifyRequest): void {
  const { raw } = request;
  const error = new AppError('tempo_esgotado', 'O envio demorou demais.');
  // Whoever reads the body hears it and answers; without a reader there is nobody to answer.
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.destroy();
}

/**
 * Cuts bodies that do not arrive: a JSON body after jsonMs, an upload when it falls below its least pace. While the server
 * itself is the slow one (what came waits to be read) an upload is not looked at.
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
