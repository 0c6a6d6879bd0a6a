import { AppError } from '@escuta/shared/domain/errors';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { credentialOf } from '../session/access.ts';
import { createRateLimitStore, RateCounters } from './rate-limit-store.ts';

/** Key of an anonymous caller: the address (for IPv6 its /64), or a fixed text if the connection is closed. */
export function addressKey(request: { ip: string | undefined }): string {
  return `ip:${request.ip === undefined ? 'desligou' : normalizeIP(request.ip)}`;
}

/**
 * Key of a request: the account, the device, the manager who reads a device's exported file, or a known API key's
 * company. Other requests count by address, so that guessed credentials are limited too.
 */
function callerKey(deps: AppDeps, request: FastifyRequest): string {
  const credential = credentialOf(deps, request);
  if (credential.kind === 'token') return `m:${credential.claims.membro}`;
  if (credential.kind === 'aparelho') {
    const device = deps.sessions.knownDevice(credential.segredo);
    return device ? `a:${device.aparelhoId}` : addressKey(request);
  }
  if (credential.kind === 'leitura') return `l:${credential.leitura.membroId}`;
  const known = credential.kind === 'chave' ? deps.sessions.knownApiKey(credential.key) : undefined;
  return known ? `e:${known.empresaId}` : addressKey(request);
}

/** Limits requests per minute and caller over all routes of `app`. Without Redis each process allows only its share. */
export async function registerRateLimit(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const counters = new RateCounters({
    redis: deps.redis,
    prefix: deps.env.REDIS_PREFIX,
    processes: deps.processes,
  });
  app.addHook('onClose', () => counters.close());
  await app.register(rateLimit, {
    global: true,
    max: deps.env.RATE_LIMIT_MAX,
    timeWindow: 60_000,
    hook: 'onRequest',
    skipOnError: true,
    store: createRateLimitStore(counters),
    keyGenerator: (request) => callerKey(deps, request),
    addHeaders: { 'retry-after': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) => {
      const retryAfterS = Math.max(1, Math.ceil(ttl / 1000));
      return new AppError('muitas_tentativas', `Muitas requisições. Tente novamente em ${retryAfterS} s.`, {
        retryAfterS,
      });
    },
  });
}
