import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@escuta/shared/domain/errors';
import type { Env } from '@escuta/shared/platform/process/env';
import { bucketUrl } from '@escuta/shared/platform/storage/s3-presign';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { lastingPressure } from './limits/pressure.ts';

/** Origins that may call the API from a browser, besides the one that serves it. */
export function allowedOrigins(env: Pick<Env, 'PUBLIC_URL' | 'CORS_ORIGINS'>): ReadonlySet<string> {
  const listed = env.CORS_ORIGINS.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const own = env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).origin];
  return new Set([...own, ...listed].filter(Boolean));
}

/** Where recordings come from besides this server: the S3 server's own address, where it is named. */
function soundOrigins(env: Env): string[] {
  if (env.STORAGE_DRIVER !== 's3' || !env.S3_PUBLIC_ENDPOINT || !env.S3_BUCKET) return [];
  return [bucketUrl(env.S3_PUBLIC_ENDPOINT, env.S3_BUCKET, env.S3_FORCE_PATH_STYLE).origin];
}

/** What pages may load and do. */
const PAGE_CSP = {
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
};
/** The interview runner records; nothing that a page might ever hold of others does. */
const PERMISSIONS = 'microphone=(self)';
/** An answer of the API opened by itself shows nothing and runs nothing; a recording may play. */
const API_CSP = { 'default-src': ["'none'"], 'media-src': ["'self'"], 'frame-ancestors': ["'none'"] };

/**
 * The headers that helmet sends for these options. It would work the same text out again for each request, which costs
 * more than many a route: here it is asked once.
 */
function helmetHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** Small machines do heavy work beside the API: only a loop that really stands is refused, ms. */
const EVENT_LOOP_DELAY_MS = 3000;

/** Security headers with a strict CSP, the CORS allow-list, and 503 instead of a pile-up when the event loop stands. */
export async function registerSecurity(
  app: FastifyInstance,
  env: Env,
  maxEventLoopDelayMs = EVENT_LOOP_DELAY_MS,
): Promise<void> {
  const isHttps = env.PUBLIC_URL?.startsWith('https:') ?? false;
  const options = {
    // Only where the product is reached by https: a house's server often has no certificate.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' as const },
    xFrameOptions: { action: 'deny' as const },
  };
  const csp = (directives: Record<string, string[]>) => ({
    contentSecurityPolicy: { useDefaults: false, directives },
  });
  const page = helmetHeaders({
    ...options,
    ...csp({ ...PAGE_CSP, 'media-src': [...PAGE_CSP['media-src'], ...soundOrigins(env)] }),
  });
  const api = helmetHeaders({
    ...options,
    ...csp({ ...API_CSP, 'media-src': [...API_CSP['media-src'], ...soundOrigins(env)] }),
    // These speak of pages and plug-ins: on answers of the API they would only be bytes.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const pages = { ...page, 'permissions-policy': PERMISSIONS };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.contract === undefined ? pages : api);
    done();
  });

  const origins = allowedOrigins(env);
  await app.register(cors, {
    origin: (origin, answer) => answer(null, origin !== undefined && origins.has(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'x-api-key',
      'x-escuta-versao',
      'x-request-id',
      'idempotency-key',
      'range',
      'last-event-id',
    ],
    exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition', 'content-range', 'accept-ranges'],
    credentials: false,
    maxAge: 600,
  });

  const isLasting = lastingPressure();
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    exposeStatusRoute: false,
    pressureHandler: async (_request, _reply, _type, delayMs) => {
      if (isLasting(Number(delayMs)))
        throw new AppError('indisponivel', 'O servidor está sobrecarregado. Tente novamente em instantes.', {
          retryAfterS: 5,
        });
    },
  });
}
