/**
 * Bodies that were answered before they ended, as a refused upload is. A connection that closes while its client still sends
 * is reset, and the client never reads why: what is left is read and thrown away, within limits.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type RefusedBodyLimits = {
  /** How often it is looked whether anything still comes, ms: a connection on which nothing does ends. */
  everyMs: number;
  /** Longest time of reading on, ms. */
  maxMs: number;
  /** Most bytes that are read on: of whom we know, and of others. */
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

/** Whether a request has a body that has not come whole yet. */
export function hasMoreBody({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  if (raw.complete || raw.destroyed) return false;
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
}

/** Reads what is left of bodies that were answered already, until their client has sent all or the limits are met. */
export function registerRefusedBodies(app: FastifyInstance, limits: RefusedBodyLimits): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (hasMoreBody(request) && reply.getHeader('connection') !== 'close') readOn(request, reply, limits);
    done(null, payload);
  });
}

function readOn(request: FastifyRequest, reply: FastifyReply, limits: RefusedBodyLimits): void {
  const { raw } = request;
  const { socket } = raw;
  // A request that is injected by a test has no connection.
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
