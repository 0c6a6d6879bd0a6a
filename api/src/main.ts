import { setTimeout as delay } from 'node:timers/promises';
import { knownMigrations } from '@escuta/prisma/base';
import { openDatabase } from '@escuta/prisma/db';
import { API_LIMITS, sessionLimits } from '@escuta/prisma/pool';
import { ensureCatalogue } from '@escuta/prisma/seed/catalogue';
import { VERSION } from '@escuta/shared/domain/version';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import {
  BESIDE_NEWER,
  refuseMissingKeys,
  refuseNewerSchema,
  StartRefusedError,
} from '@escuta/shared/platform/database/start-refusal';
import { createGuardedNetwork } from '@escuta/shared/platform/http/guarded-http';
import { loadEnv } from '@escuta/shared/platform/process/env';
import { createLogger } from '@escuta/shared/platform/process/log';
import { Shutdown } from '@escuta/shared/platform/process/shutdown';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { startTracing } from '@escuta/shared/platform/tracing/tracing';
import { buildApp } from './app.ts';
import type { Deps } from './base-deps.ts';
import { ensureFirstAdmin, wantedAdmin } from './startup/first-admin.ts';
import { startPrivateServer } from './startup/private-server.ts';

const SHUTDOWN_LIMIT_MS = 15_000;

/**
 * Creates the catalogue, prices and first administrator. Retries until the database answers, because the database may
 * start later than this process; readiness fails until then.
 */
async function ensureBasicsInTime(deps: Deps, admin: ReturnType<typeof wantedAdmin>, shutdown: Shutdown) {
  for (let attempt = 0; !shutdown.started; attempt++) {
    try {
      await refuseUnfitDatabase(deps);
      await ensureCatalogue(deps.db);
      await ensureFirstAdmin(deps, admin);
      return;
    } catch (error) {
      if (error instanceof StartRefusedError) throw error;
      if (attempt === 0)
        deps.log.warn({ err: error }, 'O banco de dados ainda não está pronto; tentando de novo');
      await delay(2000, undefined, { ref: false });
    }
  }
}

/** Refuses a database of an unusable version or without its keys; checks an unreachable database again later. */
async function refuseUnfitDatabase({ db, env, keyRing, log }: Deps): Promise<void> {
  const newer = await refuseNewerSchema(db, knownMigrations(), { beside: true });
  if (newer.length > 0) log.warn({ newer }, BESIDE_NEWER);
  const shut = await refuseMissingKeys(db, keyRing, { lost: env.CHAVES_PERDIDAS });
  if (shut.length > 0) log.warn({ shut }, 'CHAVES_PERDIDAS: segredos que não abrem mais');
}

async function main(): Promise<void> {
  const env = loadEnv();
  const log = createLogger('api', env.LOG_LEVEL);
  // Tracing starts before any connection, because it patches connections when they open.
  const stopTracing = await startTracing(env, { name: 'escuta-api', version: VERSION });
  const admin = wantedAdmin(env);
  const db = openDatabase({
    databaseUrl: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    name: 'escuta-api',
    limits: sessionLimits(API_LIMITS, env),
    onError: (error: Error) => log.warn({ motivo: error.message }, 'Conexão com o banco de dados perdida'),
  });
  const deps: Deps = {
    env,
    log,
    db,
    redis: createRedis(env, { log, name: 'escuta-api', commandMs: env.REDIS_COMMAND_MS }),
    store: await createStore(env),
    keyRing: parseKeyRing(env.ENCRYPTION_KEYS),
    telephonyNetwork: createGuardedNetwork(env.ASTERISK_ALLOWED_CIDRS),
  };
  const shutdown = new Shutdown(log, SHUTDOWN_LIMIT_MS);
  await refuseUnfitDatabase(deps).catch((error: unknown) => {
    if (error instanceof StartRefusedError) throw error;
  });
  const built = await buildApp(deps, { isStopping: () => shutdown.started });
  const { processes } = built.deps;
  await processes.start();
  const refusal = processes.refusal();
  if (refusal) {
    // Removes this process's registration, which would otherwise count until it expires, as after a kill.
    await processes.stop();
    throw refusal;
  }
  processes.onRefusal((error) => {
    log.fatal(error.message);
    void shutdown.run(1, 'segunda pasta');
  });
  // Shutdown order: health fails from the signal on, open requests finish, then their dependencies close.
  shutdown.add('http', () => built.app.close());
  const privateServer = await startPrivateServer(built);
  shutdown.add('porta privada', () => privateServer?.close());
  shutdown.add('redis', () => deps.redis.disconnect());
  shutdown.add('banco de dados', () => db.end());
  shutdown.add('rastros', stopTracing);
  await built.app.listen({ host: env.HOST, port: env.PORT });
  await ensureBasicsInTime(deps, admin, shutdown);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
