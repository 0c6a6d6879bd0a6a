import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@escuta/prisma/db';
import { sessionLimits, WORKER_LIMITS } from '@escuta/prisma/pool';
import type { Etapa } from '@escuta/shared/domain/status';
import { parseKeyRing } from '@escuta/shared/node/crypto';
import type { WorkerEnv } from '@escuta/shared/node/env';
import { EVENT_CHANNEL } from '@escuta/shared/node/events';
import { REJUDGE_CHANNEL } from '@escuta/shared/node/interview-rejudge';
import { createLivePublisher } from '@escuta/shared/node/live-events';
import type { Logger } from '@escuta/shared/node/log';
import { audioRoom } from '@escuta/shared/node/machine';
import { MAIL_CHANNEL } from '@escuta/shared/node/mail-queue';
import { ModelCatalog } from '@escuta/shared/node/model-catalog';
import type { ObjectStore } from '@escuta/shared/node/object-store';
import { RELAY_CHANNEL } from '@escuta/shared/node/outbox';
import { Places } from '@escuta/shared/node/places';
import { Processes, processPlace } from '@escuta/shared/node/processes';
import { createRedis } from '@escuta/shared/node/redis';
import { TASK_CHANNEL } from '@escuta/shared/node/tasks';
import { TEMPLATE_TEST_CHANNEL } from '@escuta/shared/node/template-tests';
import { WatchedStore } from '@escuta/shared/node/watched-store';
import { withLimit } from '@escuta/shared/node/with-limit';
import { partsOf } from '@escuta/shared/node/worker-parts';
import { cacheChannel, stageJobSchema } from '@escuta/shared/queues/pipeline';
import { ASSEMBLY_CHANNEL } from '@escuta/shared/services/interviews/joining';
import type { Redis } from 'ioredis';

import { STAGES } from './analysis/stages/table.ts';
import type { AiProviders } from './engine/ai-client.ts';
import { Leases } from './engine/leases.ts';
import { type HeldJob, Pump, type Slot } from './engine/pump.ts';
import { StageQueues } from './engine/queues.ts';
import type { NextStage } from './engine/run-repo.ts';
import { Runner } from './engine/runner.ts';
import { poolsOf, type StagePool, stagesOf } from './engine/stage-pools.ts';
import { WORK_DIR_PREFIX } from './engine/work-dir.ts';
import { DomainEvents } from './events/events.ts';
import { Assembler } from './field/assembler.ts';
import { AutoAudit } from './field/auto-audit.ts';
import { DatabaseListener } from './listen.ts';
import { createMail } from './mail/mail.ts';
import { MEASURE_CHANNEL, Measurer } from './measure.ts';
import { Metrics } from './metrics/metrics.ts';
import { PortalEnds } from './portal/finish.ts';
import type { Progress } from './progress.ts';
import { COPY_CHANNEL, ListeningCopies } from './recordings/listening-copies.ts';
import { Rejudger } from './rejudge.ts';
import { Relay } from './relay.ts';
import { Signals } from './signals/signals.ts';
import { Sweeper } from './sweep.ts';
import { Tasks } from './tasks/tasks.ts';
import { TemplateTests } from './template-tests/template-tests.ts';

/** Bookkeeping stages at once: a few statements each, no provider. */
const BOOKKEEPING_SLOTS = 4;
/** Of so many provider slots one is never a batch's; with fewer none is kept free. The others stand in one line as ever. */
const PROVIDER_SLOTS_MIN = 4;
/** Sound of a click is begun though every core has a batch's: one more at a time on a machine. */
const SOUND_CLICKS = 1;
/**
 * Runs under way for each provider slot: enough that the audio stage always has something ready, few enough that who
 * comes later does not stand behind a long line.
 */
const LOOK_AHEAD = 1.5;
/** Private folders left by a worker that was killed are removed after this long, ms. */
const STALE_FOLDER_MS = 86_400_000;

export type WorkerDeps = {
  env: WorkerEnv;
  log: Logger;
  store: ObjectStore;
  /** Built on the worker's own Redis connection, through which workers share back-off. */
  createAi: (redis: Redis) => AiProviders;
};

export type RunningWorker = {
  db: Database;
  redis: Redis;
  processes: Processes;
  store: WatchedStore;
  metrics: Metrics;
  /** How it gets on, for /ready. */
  progress: () => Progress;
  /** Stages whose queues an administrator holds. */
  pausedStages: () => Promise<Etapa[]>;
  /** Stages in hand. */
  active: () => number;
  /** Takes no more jobs; those in hand get `graceMs` to finish and are then given back. */
  drain: (graceMs: number) => Promise<void>;
  /** Ends everything that was started. After `drain`. */
  close: () => Promise<void>;
};

/**
 * Starts a worker: relay, sweeper, mail, template tests, tasks and a pump for each pool of stages (engine/stage-pools.ts).
 * The audio pump shares a slot for each core with the machine's other workers and runs ahead of the provider pump as far as the relay's admission lets it; the
 * provider pump shares PROVIDER_SLOTS between the stages that wait for a provider, later stages first.
 * Where WORKER_ETAPAS names parts, it runs only theirs; relay and sweeper belong to every worker.
 * @throws StartRefusedError beside processes with another folder of recordings (shared/src/node/processes.ts)
 */
export async function startWorker({
  env,
  log,
  store: givenStore,
  createAi,
}: WorkerDeps): Promise<RunningWorker> {
  const parts = partsOf(env.WORKER_ETAPAS);
  const pools = poolsOf(parts);
  const [isForAi, isForTasks] = [parts.includes('ia'), parts.includes('tarefas')];
  const sound = audioRoom(env);
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
  const wakeChannel = `${env.REDIS_PREFIX}:acordar`;
  const cachesChannel = cacheChannel(env.REDIS_PREFIX);

  const store = new WatchedStore(givenStore);
  const metrics = new Metrics(db, undefined, env);
  const catalog = new ModelCatalog(db, env);
  const leases = new Leases(db, env.STAGE_LEASE_MS);
  const queueError = (error: Error) => log.debug({ motivo: error.message }, 'Fila indisponível');
  const queues = new StageQueues(redis, env.REDIS_PREFIX, queueError);
  const shared = { redis, prefix: env.REDIS_PREFIX, log };
  const processes = new Processes(shared, {
    tipo: 'worker',
    ...processPlace(env),
    vagas: {
      provedor: pools.includes('provedor') ? Math.ceil(env.PROVIDER_SLOTS * LOOK_AHEAD) : 0,
      som: pools.includes('som') ? sound.vagas : 0,
      lugar: sound.lugar,
    },
    partes: [...parts],
  });
  // As long as the stages themselves are kept: whoever takes over a dead worker's stage has its core too.
  const places = new Places({
    ...shared,
    sharers: () => processes.soundSharers,
    leaseMs: env.STAGE_LEASE_MS,
  });

  const wakePumps = () => {
    for (const pump of pumps) pump.wake();
  };
  const me = randomUUID();
  const wakeAll = () => {
    wakePumps();
    redis.publish(wakeChannel, me).catch(() => undefined);
  };
  /**
   * A run's next stage, without the way through the relay: while Redis is away its message waits for that. Where nobody goes before it, it
   * is done in the slot of the stage before it, or in a free one of its own pool; else it waits in its queue.
   */
  const handOn = async ({ job, lote }: NextStage, slot: Slot): Promise<boolean> => {
    const pump = pumps.find(({ etapas }) => etapas.includes(job.etapa));
    if (pump === slot.pump) {
      if (await pump.mayGoOn(job.etapa)) return true;
    } else if (pump) {
      const own = { pump, done: () => undefined };
      if (await pump.offer(job.etapa, () => runner.run(job, null, own))) return false;
    }
    await queues.add([job], { lote }).then(
      () => {
        pump?.wake();
        redis.publish(wakeChannel, me).catch(() => undefined);
      },
      () => undefined,
    );
    return false;
  };
  const relay = new Relay({
    db,
    queues,
    log,
    companyMaxRunning: env.COMPANY_MAX_RUNNING,
    capacity: () => processes.capacity(),
    isMyTurn: (everyMs) => processes.isMyTurn(everyMs),
    onSent: wakeAll,
  });
  const ai = createAi(redis);
  metrics.watchCircuits(() => ai.openCircuits());
  const publish = createLivePublisher(redis, log, env.REDIS_PREFIX);
  const runner = new Runner({
    db,
    stages: STAGES,
    leases,
    store,
    ai,
    catalog,
    env,
    log,
    metrics,
    publish,
    onOutbox: ({ ended }) => (ended ? relay.wake() : relay.wakeToSend()),
    onNext: handOn,
  });
  const handle = async (held: HeldJob, slot: Slot) => {
    const job = stageJobSchema.safeParse(held.job.data);
    if (job.success) await runner.run(job.data, held, slot);
    else log.error({ fila: held.job.queueName }, 'Trabalho ilegível descartado');
  };
  const common = {
    redis: jobRedis,
    fastRedis: redis,
    prefix: env.REDIS_PREFIX,
    lockMs: env.STAGE_LEASE_MS,
    handle,
    onError: queueError,
  };
  const kept = env.PROVIDER_SLOTS >= PROVIDER_SLOTS_MIN ? 1 : 0;
  const slots: Record<StagePool, { slots: number; clickSlots: number }> = {
    livros: { slots: BOOKKEEPING_SLOTS, clickSlots: 0 },
    provedor: { slots: env.PROVIDER_SLOTS - kept, clickSlots: kept },
    som: { slots: sound.vagas, clickSlots: SOUND_CLICKS },
  };
  const soundPlace = (click: boolean) =>
    click
      ? places.take(`som-clique:${sound.lugar}`, SOUND_CLICKS)
      : places.take(`som:${sound.lugar}`, sound.vagas);
  const pumps = pools.map(
    (name) =>
      new Pump({
        ...common,
        etapas: stagesOf(name),
        ...slots[name],
        ...(name === 'som' ? { takePlace: soundPlace } : {}),
      }),
  );
  const mail = createMail({ env, db, log, metrics });
  const templateTests = new TemplateTests({ db, ai, catalog, log, metrics, leaseMs: env.STAGE_LEASE_MS });
  const keyRing = parseKeyRing(env.ENCRYPTION_KEYS);
  const tasks = new Tasks({
    db,
    store,
    log,
    publish,
    entrevistaMinutos: env.CREDITO_ENTREVISTA_MINUTOS,
    notices: { env, keyRing },
    som: {
      ffmpegPath: env.FFMPEG_PATH,
      maxMinutos: env.AUDIO_MAX_MINUTES,
      maxMb: env.UPLOAD_MAX_MB,
    },
    ia: {
      of: (quem) => ai.of(quem),
      catalog,
      demonstracao: env.IA_MODO_DEMONSTRACAO,
      // A document is no run's: it is measured with what else the model of texts is asked.
      onPaid: (alvo, paga, usd) => {
        metrics.call('analise_texto', alvo, paga);
        metrics.cost('analise_texto', alvo, usd);
      },
    },
    leaseMs: env.STAGE_LEASE_MS,
    onEnd: (tipo, resultado) => metrics.task(tipo, resultado),
  });
  const events = new DomainEvents({ db, log, publish });
  const isTasksTurn = (everyMs: number) => processes.isMyTurn(everyMs, 'tarefas');
  const rejudger = new Rejudger({ db, log, publish, isMyTurn: isTasksTurn });
  const measurer = new Measurer({
    db,
    redis,
    store,
    env,
    log,
    publish,
    isMyTurn: isTasksTurn,
  });
  const copies = new ListeningCopies({ db, store, env, log, isMyTurn: isTasksTurn });
  const assembler = new Assembler({
    db,
    store,
    env,
    log,
    publish,
    isMyTurn: isTasksTurn,
  });
  const autoAudit = new AutoAudit({
    db,
    log,
    publish,
    entrevistaMinutos: env.CREDITO_ENTREVISTA_MINUTOS,
    notices: { env, keyRing },
    isMyTurn: isTasksTurn,
  });
  const portalEnds = new PortalEnds({
    db,
    log,
    notices: { env, keyRing },
    isMyTurn: isTasksTurn,
  });
  const signals = new Signals({ db, log, isMyTurn: isTasksTurn });
  const listener = new DatabaseListener(env.DATABASE_URL, log, {
    [RELAY_CHANNEL]: () => relay.wake(),
    ...(isForAi ? { [TEMPLATE_TEST_CHANNEL]: () => templateTests.wake() } : {}),
    ...(isForTasks
      ? {
          [MAIL_CHANNEL]: () => mail.wake(),
          [TASK_CHANNEL]: () => tasks.wake(),
          [EVENT_CHANNEL]: () => events.wake(),
          [REJUDGE_CHANNEL]: () => rejudger.wake(),
          [MEASURE_CHANNEL]: () => measurer.wake(),
          [COPY_CHANNEL]: () => copies.wake(),
          [ASSEMBLY_CHANNEL]: () => assembler.wake(),
        }
      : {}),
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
    onSwept: wakeAll,
  });

  await processes.start();
  const refusal = processes.refusal();
  if (refusal) {
    leases.close();
    places.close();
    await processes.stop();
    for (const connection of [redis, jobRedis, hearing]) connection.disconnect();
    await db.end();
    throw refusal;
  }
  await removeStaleFolders();
  hearing.on('message', (channel: string, from: string) => {
    if (channel === cachesChannel) catalog.clear();
    else if (from !== me) wakePumps();
  });
  // Not awaited: while Redis is away the worker waits for it, and says so.
  hearing.subscribe(wakeChannel, cachesChannel).catch(queueError);
  void listener.start();
  relay.start();
  if (isForAi) templateTests.start();
  if (isForTasks) {
    for (const one of [
      mail,
      tasks,
      events,
      rejudger,
      measurer,
      copies,
      assembler,
      autoAudit,
      portalEnds,
      signals,
    ])
      one.start();
  }
  sweeper.start();
  for (const pump of pumps) pump.start();

  return {
    db,
    redis,
    processes,
    store,
    metrics,
    progress: () => ({
      rounds: [
        { nome: 'relay', paradoMs: relay.stillForMs },
        ...(isForTasks ? [{ nome: 'tarefas', paradoMs: tasks.stillForMs }] : []),
        ...pumps.map((pump, index) => ({ nome: pools[index] as string, paradoMs: pump.stillForMs })),
      ],
      pools: pumps.map(({ etapas, idleForMs }) => ({ etapas, ociosoMs: idleForMs })),
    }),
    pausedStages: () => queues.paused(),
    active: () => pumps.reduce((sum, pump) => sum + pump.active, 0),
    async drain(graceMs) {
      await withLimit(Promise.all(pumps.map((pump) => pump.stop())), 2000);
      const othersStopped = Promise.all([
        mail.stop(graceMs),
        templateTests.stop(graceMs),
        tasks.stop(graceMs),
        events.stop(),
        rejudger.stop(),
        measurer.stop(),
        copies.stop(),
        assembler.stop(),
        autoAudit.stop(),
        portalEnds.stop(),
        signals.stop(),
      ]);
      const idle = Promise.all(pumps.map((pump) => pump.idle()));
      if (!(await withLimit(idle, graceMs))) {
        leases.handBack();
        await withLimit(idle, 5000);
      }
      await othersStopped;
      await relay.stop();
      await sweeper.stop();
    },
    async close() {
      leases.close();
      await listener.stop();
      places.close();
      await processes.stop();
      // A Redis that is away must not hold up the end.
      await withLimit(Promise.allSettled([...pumps.map((pump) => pump.close()), queues.close()]), 2000);
      for (const connection of [redis, jobRedis, hearing]) connection.disconnect();
      await db.end();
    },
  };
}

async function removeStaleFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(WORK_DIR_PREFIX))) {
    const path = join(tmpdir(), name);
    const info = await stat(path).catch(() => null);
    if (info && Date.now() - info.mtimeMs > STALE_FOLDER_MS) await rm(path, { recursive: true, force: true });
  }
}
