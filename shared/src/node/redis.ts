import { Redis } from 'ioredis';
import type { Logger } from './log.ts';

/** Longest wait for the answer to a command where nobody says otherwise (REDIS_COMMAND_MS), ms. */
const COMMAND_LIMIT_MS = 2500;
/** This much earlier, ms, silence while an answer is due makes the connection count as lost, so that what follows need not wait as well. */
const SILENCE_EARLIER_MS = 500;

/**
 * A Redis connection. `blocking` for BullMQ workers and subscribers, which wait for as long as it takes and need no limit
 * of retries; other callers fail after two, and after `commandMs`, so that a request is answered while Redis is away or
 * stands still. A command that failed so may have been carried out.
 */
export function createRedis(
  url: string,
  options: { log: Logger; blocking?: boolean; name: string; commandMs?: number },
): Redis {
  const { commandMs = COMMAND_LIMIT_MS } = options;
  const redis = new Redis(url, {
    connectionName: options.name,
    maxRetriesPerRequest: options.blocking ? null : 2,
    ...(options.blocking ? {} : { commandTimeout: commandMs, socketTimeout: commandMs - SILENCE_EARLIER_MS }),
    enableReadyCheck: true,
    retryStrategy: (times) => Math.min(times * 200, 2000),
  });
  let down = false;
  redis.on('error', (error) => {
    if (!down) options.log.warn({ motivo: error.message }, 'Redis indisponível');
    down = true;
  });
  redis.on('ready', () => {
    if (down) options.log.info('Redis de volta');
    down = false;
  });
  return redis;
}
