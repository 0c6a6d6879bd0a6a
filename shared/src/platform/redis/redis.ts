import { Redis } from 'ioredis';
import type { Env } from '../process/env.ts';
import type { Logger } from '../process/log.ts';

/** Longest wait for the answer to a command where nobody says otherwise (REDIS_COMMAND_MS), ms. */
const COMMAND_LIMIT_MS = 2500;
/** This much earlier, ms, silence while an answer is due makes the connection count as lost, so that what follows need not wait as well. */
const SILENCE_EARLIER_MS = 500;

/** Where Redis is: one server, or the one that Sentinels name. */
export type RedisEnv = Pick<Env, 'REDIS_URL'> &
  Partial<Pick<Env, 'REDIS_SENTINELS' | 'REDIS_SENTINEL_NAME' | 'REDIS_SENTINEL_PASSWORD'>>;

/** `host:port` by commas; [::1]:26379 as well. A port that is not named is the Sentinels' usual one. */
export function readSentinels(list: string): { host: string; port: number }[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, host = '', port = '26379'] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(one) ?? [];
      return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
    });
}

/**
 * A connection's address. With Sentinels REDIS_URL's host and port say nothing; its user, password, database and TLS are the servers'.
 * What a demoted server refuses (READONLY) was not done: it is asked again of whoever is the primary by then.
 */
function placeOf(env: RedisEnv) {
  const reconnectOnError = (error: Error): false | 2 => (error.message.includes('READONLY') ? 2 : false);
  const sentinels = readSentinels(env.REDIS_SENTINELS ?? '');
  if (sentinels.length === 0) return { reconnectOnError };
  const secure = env.REDIS_URL.startsWith('rediss:');
  return {
    reconnectOnError,
    sentinels,
    name: env.REDIS_SENTINEL_NAME ?? 'mymaster',
    role: 'master' as const,
    ...(env.REDIS_SENTINEL_PASSWORD ? { sentinelPassword: env.REDIS_SENTINEL_PASSWORD } : {}),
    ...(secure ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    // A Sentinel that stands still keeps nobody waiting.
    sentinelCommandTimeout: SENTINEL_MS,
    connectTimeout: SENTINEL_MS,
  };
}

/** With Sentinels a patient connection is asked this often whether it lives, and for no longer, ms. */
const PING_MS = 3000;

/**
 * A primary that stands still, or whose machine is gone, breaks no connection off: who waits for as long as it takes would wait for it
 * while another has taken over. The next connection asks the Sentinels.
 */
function keepAsking(redis: Redis): void {
  const pinging = setInterval(() => {
    if (redis.status !== 'ready') return;
    const late = setTimeout(() => redis.disconnect(true), PING_MS);
    redis
      .ping()
      .catch(() => undefined)
      .finally(() => clearTimeout(late));
  }, PING_MS).unref();
  redis.once('end', () => clearInterval(pinging));
}

/** Longest wait for a Sentinel's answer, and for a connection that it named, ms. */
const SENTINEL_MS = 2000;

/** Where Redis is, for people. */
export function describeRedis(env: RedisEnv): string {
  if (env.REDIS_SENTINELS) return `${env.REDIS_SENTINEL_NAME ?? 'mymaster'} (${env.REDIS_SENTINELS})`;
  return URL.canParse(env.REDIS_URL) ? new URL(env.REDIS_URL).host : 'REDIS_URL';
}

/** A connection for a command of an operator: it gives up at once. @throws ioredis's error */
export async function connectRedisOnce(env: RedisEnv, name: string): Promise<Redis> {
  const redis = new Redis(env.REDIS_URL, {
    ...placeOf(env),
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
    connectionName: name,
  });
  // connect() says only that the connection closed; why stands in the event.
  let cause: Error | null = null;
  redis.on('error', (error) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw cause ?? error;
  }
}

/**
 * A Redis connection. `blocking` for BullMQ workers and subscribers, which wait for as long as it takes and need no limit
 * of retries; other callers fail after two, and after `commandMs`, so that a request is answered while Redis is away or
 * stands still. A command that failed so may have been carried out.
 */
export function createRedis(
  env: RedisEnv,
  options: { log: Logger; blocking?: boolean; name: string; commandMs?: number },
): Redis {
  const { commandMs = COMMAND_LIMIT_MS } = options;
  const redis = new Redis(env.REDIS_URL, {
    ...placeOf(env),
    connectionName: options.name,
    maxRetriesPerRequest: options.blocking ? null : 2,
    ...(options.blocking ? {} : { commandTimeout: commandMs, socketTimeout: commandMs - SILENCE_EARLIER_MS }),
    enableReadyCheck: true,
    retryStrategy: (times) => Math.min(times * 200, 2000),
  });
  if (options.blocking && env.REDIS_SENTINELS) keepAsking(redis);
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
