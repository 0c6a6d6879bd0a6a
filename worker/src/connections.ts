import { openDatabase } from '@escuta/prisma/db';
import { sessionLimits, WORKER_LIMITS } from '@escuta/prisma/pool';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import { createRedis } from '@escuta/shared/platform/redis/redis';

/** Opens a worker's connections. Without Redis, `redis` fails at once; `jobRedis` and `hearing` wait. */
export function openConnections(env: WorkerEnv, log: Logger) {
  const db = openDatabase({
    databaseUrl: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    limits: sessionLimits(WORKER_LIMITS, env),
    name: 'escuta-worker',
    onError: (error) => log.warn({ motivo: error.message }, 'Conexão com o banco de dados perdida'),
  });
  const redis = createRedis(env, { log, name: 'escuta-worker', commandMs: env.REDIS_COMMAND_MS });
  const jobRedis = createRedis(env, { log, name: 'escuta-worker-filas', blocking: true });
  const hearing = createRedis(env, { log, name: 'escuta-worker-avisos', blocking: true });
  const close = async () => {
    for (const connection of [redis, jobRedis, hearing]) connection.disconnect();
    await db.end();
  };
  return { db, redis, jobRedis, hearing, close };
}
