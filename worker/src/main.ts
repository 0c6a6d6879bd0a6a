import { knownMigrations } from '@escuta/prisma/base';
import { openDatabase } from '@escuta/prisma/db';
import { VERSION } from '@escuta/shared/domain/version';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import {
  BESIDE_NEWER,
  refuseMissingKeys,
  refuseNewerSchema,
  StartRefusedError,
} from '@escuta/shared/platform/database/start-refusal';
import { loadWorkerEnv, type WorkerEnv } from '@escuta/shared/platform/process/env';
import { createLogger, type Logger } from '@escuta/shared/platform/process/log';
import { Shutdown } from '@escuta/shared/platform/process/shutdown';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { startTracing } from '@escuta/shared/platform/tracing/tracing';
import { startPrivateServer } from './private-server.ts';
import { createAiClient } from './providers/ai-client.ts';
import { startWorker } from './worker.ts';

/** Longest shutdown beyond WORKER_GRACE_S, ms; with that variable's default, both fit into Docker Compose's 30 s. */
const SHUTDOWN_REST_MS = 13_000;

/** Refuses a database of a newer version or with other keys; waits for an absent database. */
async function refuseUnfitDatabase(env: WorkerEnv, log: Logger): Promise<void> {
  const db = openDatabase({ databaseUrl: env.DATABASE_URL, poolSize: 1, name: 'escuta-worker-partida' });
  try {
    const newer = await refuseNewerSchema(db, knownMigrations(), { beside: true });
    if (newer.length > 0) log.warn({ newer }, BESIDE_NEWER);
    await refuseMissingKeys(db, parseKeyRing(env.ENCRYPTION_KEYS), { lost: env.CHAVES_PERDIDAS });
  } catch (error) {
    if (error instanceof StartRefusedError) throw error;
  } finally {
    await db.end();
  }
}

async function main(): Promise<void> {
  const env = loadWorkerEnv();
  const log = createLogger('worker', env.LOG_LEVEL);
  // Tracing must be active before connections open.
  const stopTracing = await startTracing(env, { name: 'escuta-worker', version: VERSION });
  await refuseUnfitDatabase(env, log);
  const graceMs = env.WORKER_GRACE_S * 1000;
  const shutdown = new Shutdown(log, graceMs + SHUTDOWN_REST_MS);
  const worker = await startWorker({
    env,
    log,
    store: await createStore(env),
    createAi: (redis) => createAiClient({ env, redis, log }),
  });
  worker.processes.onRefusal((error) => {
    log.fatal(error.message);
    void shutdown.run(1, 'segunda pasta');
  });
  // First reports not ready and takes no more jobs; then waits for running jobs or returns them; then closes the rest.
  shutdown.add('trabalhos', () => worker.drain(graceMs));
  const server = await startPrivateServer(worker, env, log, () => shutdown.started);
  shutdown.add('porta privada', () => server?.close());
  shutdown.add('conexões', () => worker.close());
  shutdown.add('rastros', stopTracing);
  log.info({ vagas: env.PROVIDER_SLOTS }, 'Worker no ar');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
