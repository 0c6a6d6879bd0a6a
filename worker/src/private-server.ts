import { createServer, type Server } from 'node:http';
import { pendingMigrations } from '@escuta/prisma/migrations';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import { oldestWaitSeconds } from '@escuta/shared/platform/redis/queue-state';
import { standstills } from './progress.ts';
import type { RunningWorker } from './worker.ts';

/** Time limit for answering a probe, ms; shorter than orchestrators' timeouts. */
const PROBE_LIMIT_MS = 2000;
/** Time limit for Redis to list the paused queues, ms. */
const PAUSED_LIMIT_MS = 1000;
/** Greatest age of the readiness shown in the metrics, ms. */
const PROBE_EVERY_MS = 15_000;
/** Greatest age of a storage check's result, ms. A full disk is reported at once. */
const STORAGE_EVERY_MS = 10_000;

export type Readiness = {
  pronto: boolean;
  encerrando: boolean;
  bancoDeDados: boolean;
  redis: boolean;
  armazenamento: boolean;
  migracoesPendentes: string[];
  /** Reasons; empty if the worker makes progress. */
  semProgresso: string[];
  /** Waiting time of the oldest run, s; null if no run waits. */
  esperaMaisAntigaS: number | null;
};

export async function readiness(
  worker: RunningWorker,
  env: WorkerEnv,
  stopping: boolean,
): Promise<Readiness> {
  const within = <T>(work: Promise<T>, limitMs = PROBE_LIMIT_MS): Promise<T | null> =>
    Promise.race([
      work.catch(() => null),
      new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), limitMs).unref();
      }),
    ]);
  const paused = async () => (await within(worker.pausedStages(), PAUSED_LIMIT_MS)) ?? [];
  const [pending, wait, still, pong, stores] = await Promise.all([
    within(pendingMigrations(worker.db)),
    within(oldestWaitSeconds(worker.db).then((espera) => ({ espera }))),
    within(standstills(worker.db, worker.progress(), env.READY_STALL_S, paused)),
    within(worker.redis.ping()),
    within(worker.store.works(STORAGE_EVERY_MS)),
  ]);
  const state = {
    encerrando: stopping,
    bancoDeDados: pending !== null && wait !== null && still !== null,
    redis: pong === 'PONG',
    armazenamento: stores === true,
    migracoesPendentes: pending ?? [],
    semProgresso: still ?? [],
    esperaMaisAntigaS: wait?.espera ?? null,
  };
  const pronto =
    !stopping &&
    state.bancoDeDados &&
    state.redis &&
    state.armazenamento &&
    state.migracoesPendentes.length === 0 &&
    state.semProgresso.length === 0;
  worker.metrics.ready(pronto);
  return { pronto, ...state };
}

/**
 * Serves /metrics for Prometheus, and /ready and /live for orchestrators; null if switched off. /live checks no other
 * service, because restarting the worker would not repair another service.
 */
export async function startPrivateServer(
  worker: RunningWorker,
  env: WorkerEnv,
  log: Logger,
  isStopping: () => boolean,
): Promise<Server | null> {
  if (env.METRICS_PORT === 0) return null;
  let probed: { at: number; done: Promise<unknown> } | null = null;
  const probe = async () => {
    if (!probed || performance.now() - probed.at > PROBE_EVERY_MS) {
      probed = { at: performance.now(), done: readiness(worker, env, isStopping()) };
    }
    await probed.done;
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.url === '/metrics') {
        await probe();
        const body = await worker.metrics.registry.metrics();
        response.setHeader('content-type', worker.metrics.registry.contentType);
        response.end(body);
        return;
      }
      if (request.url === '/live') {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
        response.end(JSON.stringify({ vivo: true }));
        return;
      }
      if (request.url === '/ready') {
        const state = await readiness(worker, env, isStopping());
        response.writeHead(state.pronto ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' });
        response.end(JSON.stringify(state));
        return;
      }
      response.writeHead(404).end();
    };
    answer().catch((error: unknown) => {
      log.warn({ err: error }, 'Falha na porta privada');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.METRICS_PORT, env.METRICS_HOST, resolve);
  });
  return server;
}
