import { Redis } from 'ioredis';
import type { Logger } from './log.ts';

/**
 * A Redis connection. `blocking` for BullMQ workers, which need no limit of retries; other callers fail after two, so
 * that a request is answered while Redis is away.
 */
export function createRedis(url: string, options: { log: Logger; blocking?: boolean; name: string }): Redis {
  const redis = new Redis(url, {
    connectionName: options.name,
    maxRetriesPerRequest: options.blocking ? null : 2,
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
