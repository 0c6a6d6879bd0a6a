import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@escuta/shared/node/log';
import type { Redis } from 'ioredis';

/** Pause after a 429 that names none, ms. The run's own back-off grows beyond it. */
export const PAUSA_PADRAO_MS = 2000;
/** Longest shared pause, ms: one provider's odd header must not stop all workers for long. */
export const PAUSA_MAXIMA_MS = 600_000;
/** Pauses up to this are waited out in place; longer ones give the slot back, ms. */
const ESPERA_MAXIMA_MS = 1500;

/** Sets the pause unless a longer one is in force. */
const EXTEND = `
local left = redis.call('PTTL', KEYS[1])
if left < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
return redis.call('PTTL', KEYS[1])`;

export type SharedPause = {
  /**
   * Waits while the provider is paused, if that is short.
   * @returns ms still to wait when it is long (the call must not be made); 0 when the call may go out
   */
  wait(baseURL: string, signal: AbortSignal): Promise<number>;
  /** Pauses every worker's calls to this provider. Never shortens a pause in force. */
  start(baseURL: string, retryAfterMs: number | null): Promise<void>;
};

/**
 * Back-off after 'too many requests', shared by all workers through Redis: what one of them was told holds for all.
 * Key: `<prefix>:provedor:<hash of the base URL>:pausa`. While Redis is away each run backs off for itself, and the
 * log says so.
 */
export function createSharedPause(redis: Redis, options: { prefix: string; log: Logger }): SharedPause {
  const keyOf = (baseURL: string) => {
    const hash = createHash('sha256').update(baseURL).digest('hex').slice(0, 16);
    return `${options.prefix}:provedor:${hash}:pausa`;
  };
  const warn = (error: unknown) => {
    options.log.warn(
      { motivo: error instanceof Error ? error.message : String(error) },
      'Pausa compartilhada do provedor indisponível',
    );
    return 0;
  };
  const left = async (key: string) => Math.max(0, await redis.pttl(key).catch(warn));
  return {
    wait: async (baseURL, signal) => {
      const key = keyOf(baseURL);
      const first = await left(key);
      if (first === 0 || first > ESPERA_MAXIMA_MS) return first;
      // Those that waited together do not all go at the same instant.
      await sleep(first + Math.random() * 200, undefined, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
      return left(key);
    },
    start: async (baseURL, retryAfterMs) => {
      const ms = Math.min(PAUSA_MAXIMA_MS, Math.max(1, Math.ceil(retryAfterMs ?? PAUSA_PADRAO_MS)));
      await redis.eval(EXTEND, 1, keyOf(baseURL), ms).catch(warn);
    },
  };
}
