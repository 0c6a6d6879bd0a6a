import { RELAY_CHANNEL } from '@escuta/shared/platform/database/outbox';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import { Processes, processPlace } from '@escuta/shared/platform/process/processes';
import { withLimit } from '@escuta/shared/platform/process/with-limit';
import { partsOf } from '@escuta/shared/platform/process/worker-parts';
import { createLivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { WatchedStore } from '@escuta/shared/platform/storage/watched-store';
import { cacheChannel } from '@escuta/shared/queues/pipeline';
import { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import type { Redis } from 'ioredis';
import { STAGES } from './analysis/stages/table.ts';
import { backgroundOf } from './background/background.ts';
import { Loop } from './background/loop.ts';
import { openConnections } from './connections.ts';
import type { AiProviders } from './engine/ai-client.ts';
import { StageQueues } from './engine/queues.ts';
import { poolsOf } from './engine/stage-pools.ts';
import { announcedSlots, Stages } from './engine/stages.ts';
import { removeStaleFolders } from './engine/work-dir.ts';
import { DatabaseListener } from './listen.ts';
import { Metrics } from './metrics/metrics.ts';
import type { Progress } from './progress.ts';
import { Relay } from './relay.ts';
import { Sweeper } from './sweep.ts';

export type WorkerDeps = {
  env: WorkerEnv;
  log: Logger;
  store: ObjectStore;
  /** Creates the client of the AI providers; workers share the pace of calls through `redis`. */
  createAi: (redis: Redis) => AiProviders;
};

/**
 * Starts a worker: relay, sweeper, the stages of runs (engine/stages.ts) and background work (background/table.ts).
 * WORKER_ETAPAS limits all but relay and sweeper.
 * @throws StartRefusedError if other processes use a different folder of recordings
 * (shared/src/platform/process/processes.ts)
 */
export async function startWorker({ env, log, store: rawStore, createAi }: WorkerDeps) {
  const parts = partsOf(env.WORKER_ETAPAS);
  const pools = poolsOf(parts);
  const { db, redis, jobRedis, hearing, close: disconnect } = openConnections(env, log);
  const store = new WatchedStore(rawStore);
  const metrics = new Metrics(db, undefined, env);
  const catalog = new ModelCatalog(db, env);
  const onError = (error: Error) => log.debug({ motivo: error.message }, 'Fila indisponível');
  const queues = new StageQueues(redis, env.REDIS_PREFIX, onError);
  const processes = new Processes(
    { redis, prefix: env.REDIS_PREFIX, log },
    { tipo: 'worker', ...processPlace(env), vagas: announcedSlots(env, pools), partes: [...parts] },
  );
  const ai = createAi(redis);
  metrics.watchCircuits(() => ai.openCircuits());
  const publish = createLivePublisher(redis, log, env.REDIS_PREFIX);
  const deps = { db, store, env, log, publish, metrics, ai, catalog };
  const onOutbox = ({ ended }: { ended: boolean }) => (ended ? relay.wake() : relay.wakeToSend());
  const stages = new Stages(
    { ...deps, stages: STAGES, redis, jobRedis, queues, processes, onError, onOutbox },
    pools,
  );
  const relay = new Relay({
    db,
    queues,
    log,
    companyMaxRunning: env.COMPANY_MAX_RUNNING,
    capacity: () => processes.capacity(),
    isMyTurn: (everyMs) => processes.isMyTurn(everyMs),
    onSent: () => stages.wakeAll(),
  });
  const sweeper = new Sweeper({
    db,
    queues,
    store,
    log,
    intervalMs: Math.min(15_000, Math.max(1000, env.STAGE_LEASE_MS / 2)),
    leadsMeses: env.LEADS_MESES,
    isMyTurn: (everyMs) => processes.isMyTurn(everyMs),
    acessosAnos: env.ACESSOS_ANOS,
    onSwept: () => stages.wakeAll(),
  });
  const turns = { isMyTurn: (everyMs: number) => processes.isMyTurn(everyMs, 'tarefas') };
  const background = backgroundOf({ ...deps, ...turns }, parts);
  const always = [relay.loop, new Loop(sweeper.work, { log })];
  const listener = new DatabaseListener(env.DATABASE_URL, log, {
    [RELAY_CHANNEL]: () => relay.wake(),
    ...background.handlers,
  });

  await processes.start();
  const refusal = processes.refusal();
  if (refusal) {
    stages.release();
    await processes.stop();
    await disconnect();
    throw refusal;
  }
  await removeStaleFolders();
  const cachesChannel = cacheChannel(env.REDIS_PREFIX);
  hearing.on('message', (channel: string, from: string) => {
    if (channel === cachesChannel) catalog.clear();
    else stages.heard(from);
  });
  // The subscription waits while Redis is not reachable.
  hearing.subscribe(stages.wakeChannel, cachesChannel).catch(onError);
  void listener.start();
  for (const loop of [...always, ...background.loops]) loop.start();
  stages.start();

  return {
    db,
    redis,
    processes,
    store,
    metrics,
    progress: (): Progress => {
      const loops = [...always, ...background.loops].map(({ nome, stillForMs: paradoMs }) => ({
        nome,
        paradoMs,
      }));
      return { ...stages.progress, loops: [...loops, ...stages.progress.loops] };
    },
    pausedStages: () => queues.paused(),
    active: () => stages.active,
    /** Takes no more work; gives running work `graceMs` to end, then returns it for other workers. */
    async drain(graceMs: number): Promise<void> {
      await stages.stop();
      const others = Promise.all(background.loops.map((loop) => loop.stop(graceMs)));
      await stages.finish(graceMs);
      await others;
      for (const loop of always) await loop.stop();
    },
    /** Closes everything else, after `drain`. */
    async close(): Promise<void> {
      stages.release();
      await listener.stop();
      await processes.stop();
      await withLimit(Promise.allSettled([stages.close(), queues.close()]), 2000);
      await disconnect();
    },
  };
}

export type RunningWorker = Awaited<ReturnType<typeof startWorker>>;
