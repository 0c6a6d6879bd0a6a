import { Redis } from 'ioredis';
import type { Env } from '../process/env.ts';
import type { Logger } from '../process/log.ts';

const COMMAND_LIMIT_MS = 2500;
/** A silent connection counts as lost this long before the command limit, ms. */
const SILENCE_EARLIER_MS = 500;

export type RedisEnv = Pick<Env, 'REDIS_URL'> &
  Partial<Pick<Env, 'REDIS_SENTINELS' | 'REDIS_SENTINEL_NAME' | 'REDIS_SENTINEL_PASSWORD'>>;

/** Parses comma-separated `host:port`, also '[::1]:26379'; the default port is 26379. */
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

/** Connection options; with Sentinels, REDIS_URL gives only user, password, database and TLS. */
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
    // A Sentinel that hangs must not block the connection.
    sentinelCommandTimeout: SENTINEL_MS,
    connectTimeout: SENTINEL_MS,
  };
}

/** Interval and timeout of liveness checks with Sentinels, ms. */
const PING_MS = 3000;

/** Pings a blocking connection, because a frozen primary does not close it. */
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

/** Timeout of a Sentinel's answer, and of connecting to the server that the Sentinel names, ms. */
const SENTINEL_MS = 2000;

export function describeRedis(env: RedisEnv): string {
  if (env.REDIS_SENTINELS) return `${env.REDIS_SENTINEL_NAME ?? 'mymaster'} (${env.REDIS_SENTINELS})`;
  return URL.canParse(env.REDIS_URL) ? new URL(env.REDIS_URL).host : 'REDIS_URL';
}

/**
 * A connection for operators' commands, without retries.
 * @throws ioredis's error
 */
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
  // connect() reports only a closed connection; the 'error' event has the cause.
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
 * A Redis connection. `blocking`: without limits, for BullMQ workers and subscribers. Otherwise commands fail after two
 * retries or `commandMs`; a failed command may have been executed.
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
