import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@escuta/shared/domain/errors';
import type { Env } from '@escuta/shared/platform/process/env';
import { bucketUrl } from '@escuta/shared/platform/storage/s3-presign';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { lastingPressure } from './limits/pressure.ts';

/** Origins that may call the API from a browser, besides the API's own. */
export function allowedOrigins(env: Pick<Env, 'PUBLIC_URL' | 'CORS_ORIGINS'>): ReadonlySet<string> {
  const listed = env.CORS_ORIGINS.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const own = env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).origin];
  return new Set([...own, ...listed].filter(Boolean));
}

/** Origins, besides this server, of recordings: the S3 server's address, if set. */
function soundOrigins(env: Env): string[] {
  if (env.STORAGE_DRIVER !== 's3' || !env.S3_PUBLIC_ENDPOINT || !env.S3_BUCKET) return [];
  return [bucketUrl(env.S3_PUBLIC_ENDPOINT, env.S3_BUCKET, env.S3_FORCE_PATH_STYLE).origin];
}

const PAGE_CSP = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  // Toasts and overlays insert style elements.
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
/** Permissions policy of pages: the product's pages may record (interview runner), embedded content may not. */
const PERMISSIONS = 'microphone=(self)';
/** Content security policy of API answers: opened as a page, they show and run nothing; only a recording plays. */
const API_CSP = { 'default-src': ["'none'"], 'media-src': ["'self'"], 'frame-ancestors': ["'none'"] };

/** Computes helmet's headers once, because its work per request costs more than many routes. */
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

/** Event loop delay from which requests are refused, ms: high, because small machines do other heavy work. */
const EVENT_LOOP_DELAY_MS = 3000;

/** Registers security headers with a strict CSP, the CORS allow-list, and 503 answers under event loop pressure. */
export async function registerSecurity(
  app: FastifyInstance,
  env: Env,
  maxEventLoopDelayMs = EVENT_LOOP_DELAY_MS,
): Promise<void> {
  const isHttps = env.PUBLIC_URL?.startsWith('https:') ?? false;
  const options = {
    // These headers require https, and internal servers often have no certificate.
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
    // These headers concern pages and plug-ins, not API answers.
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
