import type { Env } from '@escuta/shared/node/env';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

/** Origins that may call the API from a browser, besides the one that serves it. */
export function allowedOrigins(env: Pick<Env, 'PUBLIC_URL' | 'CORS_ORIGINS'>): ReadonlySet<string> {
  const listed = env.CORS_ORIGINS.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const own = env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).origin];
  return new Set([...own, ...listed].filter(Boolean));
}

/** Security headers with a strict CSP, the CORS allow-list, and 503 instead of a pile-up when the event loop stands. */
export async function registerSecurity(app: FastifyInstance, env: Env): Promise<void> {
  const isHttps = env.PUBLIC_URL?.startsWith('https:') ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'script-src-attr': ["'none'"],
        // Toasts and overlays bring their styles as elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'media-src': ["'self'", 'blob:'],
        'worker-src': ["'self'", 'blob:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Only where the product is reached by https: a house's server often has no certificate.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });

  const origins = allowedOrigins(env);
  await app.register(cors, {
    origin: (origin, answer) => answer(null, origin !== undefined && origins.has(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'x-api-key', 'x-request-id', 'range', 'last-event-id'],
    exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition', 'content-range', 'accept-ranges'],
    credentials: false,
    maxAge: 600,
  });

  await app.register(underPressure, {
    // Tests and the demo stack share a machine with heavy work: only a loop that really stands is refused.
    maxEventLoopDelay: 3000,
    retryAfter: 5,
    exposeStatusRoute: false,
  });
}
