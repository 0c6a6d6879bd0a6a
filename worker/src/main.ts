import { createStore } from '@escuta/shared/node/create-store';
import { loadEnv } from '@escuta/shared/node/env';
import { createLogger } from '@escuta/shared/node/log';
import { Shutdown } from '@escuta/shared/node/shutdown';
import { startPrivateServer } from './private-server.ts';
import { createAiClient } from './providers/ai-client.ts';
import { startWorker } from './worker.ts';

/** Stages in hand get this long to finish before they are given back, ms. */
const GRACE_MS = 15_000;
/** Longest that a shutdown may take, ms: within the 30 s that compose gives. */
const SHUTDOWN_LIMIT_MS = 28_000;

async function main(): Promise<void> {
  const env = loadEnv();
  const log = createLogger('worker', env.LOG_LEVEL);
  const shutdown = new Shutdown(log, SHUTDOWN_LIMIT_MS);
  const worker = await startWorker({
    env,
    log,
    store: createStore(env),
    createAi: (redis) => createAiClient({ env, redis, log }),
  });
  // In this order: readiness is red from the signal on, then no more jobs, those in hand finish or go back, the rest.
  shutdown.add('trabalhos', () => worker.drain(GRACE_MS));
  const server = await startPrivateServer(worker, env, log, () => shutdown.started);
  shutdown.add('porta privada', () => server?.close());
  shutdown.add('conexões', () => worker.close());
  log.info({ vagas: env.PROVIDER_SLOTS }, 'Worker no ar');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
