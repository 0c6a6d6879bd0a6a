import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import { audioRoom } from '@escuta/shared/platform/process/machine';
import type { Processes } from '@escuta/shared/platform/process/processes';
import { withLimit } from '@escuta/shared/platform/process/with-limit';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import { SharedSemaphore } from '@escuta/shared/platform/redis/shared-semaphore';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { stageJobSchema } from '@escuta/shared/queues/pipeline';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import type { Redis } from 'ioredis';
import type { Metrics } from '../metrics/metrics.ts';
import type { AiProviders } from './ai-client.ts';
import { Leases } from './leases.ts';
import { type HeldJob, QueueConsumer, type Slot } from './queue-consumer.ts';
import type { StageQueues } from './queues.ts';
import type { NextStage } from './run-repo.ts';
import { Runner } from './runner.ts';
import type { Stage } from './stage.ts';
import { BOOKKEEPING_POOL, type StagePool, stagesOf } from './stage-pools.ts';

/** Number of concurrent accounting stages; each runs only some SQL statements. */
const BOOKKEEPING_SLOTS = 4;
/** With at least this many provider slots, one is reserved for single requests. */
const PROVIDER_SLOTS_MIN = 4;
/** Extra audio stages per machine for single requests while batches occupy every core. */
const SOUND_CLICKS = 1;

/** Started runs per provider slot: enough for audio stages to work ahead, few enough for a short queue. */
const LOOK_AHEAD = 1.5;

export function announcedSlots(env: WorkerEnv, pools: readonly StagePool[]) {
  const { vagas, lugar } = audioRoom(env);
  return {
    provedor: pools.includes('provedor') ? Math.ceil(env.PROVIDER_SLOTS * LOOK_AHEAD) : 0,
    som: pools.includes('som') ? vagas : 0,
    lugar,
  };
}

type StagesDeps = {
  db: Database;
  redis: Redis;
  jobRedis: Redis;
  store: ObjectStore;
  stages: Readonly<Record<Etapa, Stage>>;
  ai: AiProviders;
  catalog: ModelCatalog;
  env: WorkerEnv;
  log: Logger;
  metrics: Metrics;
  publish: LivePublisher;
  queues: StageQueues;
  processes: Processes;
  onError: (error: Error) => void;
  /** Called like the runner's `onOutbox`. */
  onOutbox: (of: { ended: boolean }) => void;
};

/**
 * Runs stages: a consumer for each pool (stage-pools.ts), and a runner. The audio consumer shares a slot per core with
 * the machine's other workers; the provider consumer shares PROVIDER_SLOTS between its stages.
 */
export class Stages {
  readonly #deps: StagesDeps;
  readonly #pools: readonly StagePool[];
  readonly #consumers: readonly QueueConsumer[];
  readonly #leases: Leases;
  readonly #semaphore: SharedSemaphore;
  readonly #runner: Runner;
  /** Id by which this worker recognises its own wake-ups. */
  readonly #me = randomUUID();

  constructor(deps: StagesDeps, pools: readonly StagePool[]) {
    this.#deps = deps;
    this.#pools = pools;
    const { db, redis, jobRedis, env, log, processes, onError } = deps;
    const sound = audioRoom(env);
    this.#leases = new Leases(db, env.STAGE_LEASE_MS);
    // Permits last as long as leases, so that a dead worker frees its core and its stage together.
    this.#semaphore = new SharedSemaphore({
      ...{ redis, prefix: env.REDIS_PREFIX, log, leaseMs: env.STAGE_LEASE_MS },
      sharers: () => processes.soundSharers,
    });
    this.#runner = new Runner({
      ...deps,
      leases: this.#leases,
      onNext: (next, slot) => this.#handOn(next, slot),
    });
    const kept = env.PROVIDER_SLOTS >= PROVIDER_SLOTS_MIN ? 1 : 0;
    const slots: Record<StagePool, { slots: number; clickSlots: number }> = {
      [BOOKKEEPING_POOL]: { slots: BOOKKEEPING_SLOTS, clickSlots: 0 },
      provedor: { slots: env.PROVIDER_SLOTS - kept, clickSlots: kept },
      som: { slots: sound.vagas, clickSlots: SOUND_CLICKS },
    };
    const soundPermit = (click: boolean) =>
      click
        ? this.#semaphore.take(`som-clique:${sound.lugar}`, SOUND_CLICKS)
        : this.#semaphore.take(`som:${sound.lugar}`, sound.vagas);
    this.#consumers = pools.map(
      (name) =>
        new QueueConsumer({
          ...{ redis: jobRedis, fastRedis: redis, prefix: env.REDIS_PREFIX, lockMs: env.STAGE_LEASE_MS },
          etapas: stagesOf(name),
          ...slots[name],
          ...(name === 'som' ? { takePermit: soundPermit } : {}),
          handle: (held, slot) => this.#handle(held, slot),
          onError,
        }),
    );
  }

  get wakeChannel(): string {
    return `${this.#deps.env.REDIS_PREFIX}:acordar`;
  }

  heard(from: string): void {
    if (from !== this.#me) this.#wake();
  }

  wakeAll(): void {
    this.#wake();
    this.#wakeOthers();
  }

  #wake(): void {
    for (const consumer of this.#consumers) consumer.wake();
  }

  #wakeOthers(): void {
    this.#deps.redis.publish(this.wakeChannel, this.#me).catch(() => undefined);
  }

  async #handle(held: HeldJob, slot: Slot): Promise<void> {
    const job = stageJobSchema.safeParse(held.job.data);
    if (job.success) await this.#runner.run(job.data, held, slot);
    else this.#deps.log.error({ fila: held.job.queueName }, 'Trabalho ilegível descartado');
  }

  /**
   * Starts a run's next stage without the relay: in a free slot of its pool if no other job goes first, else through
   * its queue. The message stays in the outbox while Redis is not reachable.
   */
  async #handOn({ job, lote }: NextStage, slot: Slot): Promise<boolean> {
    const consumer = this.#consumers.find(({ etapas }) => etapas.includes(job.etapa));
    if (consumer === slot.consumer) {
      if (await consumer.mayGoOn(job.etapa)) return true;
    } else if (consumer) {
      const own = { consumer, done: () => undefined };
      if (await consumer.offer(job.etapa, () => this.#runner.run(job, null, own))) return false;
    }
    await this.#deps.queues.add([job], { lote }).then(
      () => {
        consumer?.wake();
        this.#wakeOthers();
      },
      () => undefined,
    );
    return false;
  }

  start(): void {
    for (const consumer of this.#consumers) consumer.start();
  }

  get active(): number {
    return this.#consumers.reduce((sum, consumer) => sum + consumer.active, 0);
  }

  get progress() {
    return {
      loops: this.#consumers.map((consumer, n) => ({
        nome: this.#pools[n] as string,
        paradoMs: consumer.stillForMs,
      })),
      pools: this.#consumers.map(({ etapas, idleForMs }) => ({ etapas, ociosoMs: idleForMs })),
    };
  }

  async stop(): Promise<void> {
    await withLimit(Promise.all(this.#consumers.map((consumer) => consumer.stop())), 2000);
  }

  /** Gives running stages `graceMs` to finish, then returns them for another worker; call it after `stop`. */
  async finish(graceMs: number): Promise<void> {
    const idle = Promise.all(this.#consumers.map((consumer) => consumer.idle()));
    if (await withLimit(idle, graceMs)) return;
    this.#leases.handBack();
    await withLimit(idle, 5000);
  }

  release(): void {
    this.#leases.close();
    this.#semaphore.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.close()));
  }
}
