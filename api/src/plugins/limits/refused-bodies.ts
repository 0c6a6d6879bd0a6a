/**
 * Reads and discards, within limits, the rest of bodies answered before their end, such as refused uploads, because
 * closing would reset the connection before the client reads the answer.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type RefusedBodyLimits = {
  /** Interval of checking, ms; a connection without new bytes is closed. */
  everyMs: number;
  /** Longest time of discarding, ms. */
  maxMs: number;
  /** Greatest number of bytes to discard, for known callers (`maxBytes`) and for others (`maxBytesUnknown`). */
  maxBytes: number;
  maxBytesUnknown: number;
};

const MIB = 1024 * 1024;
export const REFUSED_BODY_LIMITS: RefusedBodyLimits = {
  everyMs: 5000,
  maxMs: 120_000,
  maxBytes: 512 * MIB,
  maxBytesUnknown: 16 * MIB,
};

/** True if a request's body is incomplete. */
export function hasMoreBody({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  if (raw.complete || raw.destroyed) return false;
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
}

/** Discards the rest of answered bodies, up to their end or the limits. */
export function registerRefusedBodies(app: FastifyInstance, limits: RefusedBodyLimits): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (hasMoreBody(request) && reply.getHeader('connection') !== 'close') readOn(request, reply, limits);
    done(null, payload);
  });
}

function readOn(request: FastifyRequest, reply: FastifyReply, limits: RefusedBodyLimits): void {
  const { raw } = request;
  const { socket } = raw;
  // An injected test request has no connection.
  if (!(socket instanceof Socket)) return;
  const maxBytes = request.session ? limits.maxBytes : limits.maxBytesUnknown;
  reply.raw.once('finish', () => {
    if (!hasMoreBody(request)) return;
    raw.unpipe();
    raw.resume();
    const begun = performance.now();
    const from = socket.bytesRead;
    let before = from;
    const timer = setInterval(() => {
      const now = socket.bytesRead;
      if (raw.complete || socket.destroyed) return clearInterval(timer);
      if (now !== before && now - from <= maxBytes && performance.now() - begun <= limits.maxMs) {
        before = now;
        return;
      }
      clearInterval(timer);
      socket.destroy();
    }, limits.everyMs).unref();
    raw.once('close', () => clearInterval(timer));
  });
}
