import { ETAPAS, type Etapa } from '@escuta/shared/domain/runs/status';
import { STAGE_QUEUES, type StageJob, stageJobId } from '@escuta/shared/queues/pipeline';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

export class StageQueues {
  readonly #queues: ReadonlyMap<Etapa, Queue<StageJob>>;

  /** @param redis fails at once while Redis is not reachable; the message then stays in the outbox */
  constructor(redis: Redis, prefix: string, onError: (error: Error) => void) {
    this.#queues = new Map(
      ETAPAS.map((etapa) => {
        const queue = new Queue<StageJob>(STAGE_QUEUES[etapa], {
          connection: redis,
          prefix,
          skipVersionCheck: true,
          // PostgreSQL stores the history of ended jobs.
          defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
        });
        queue.on('error', onError);
        return [etapa, queue] as const;
      }),
    );
  }

  /**
   * Adds jobs to their queues; a queued job stays unchanged. With `lote` (batch), the jobs come after all single
   * requests.
   * @throws if Redis is not reachable
   */
  async add(jobs: readonly StageJob[], { lote = false }: { lote?: boolean } = {}): Promise<void> {
    // BullMQ takes jobs without a priority before all jobs with a priority.
    const priority = lote ? { priority: 1 } : {};
    await Promise.all(
      [...this.#queues].map(([etapa, queue]) => {
        const list = jobs.filter((job) => job.etapa === etapa);
        if (list.length === 0) return null;
        return queue.addBulk(
          list.map((data) => ({ name: etapa, data, opts: { jobId: stageJobId(data), ...priority } })),
        );
      }),
    );
  }

  /**
   * Stages whose queues an administrator paused on the queue board.
   * @throws while Redis is away
   */
  async paused(): Promise<Etapa[]> {
    const all = await Promise.all(
      [...this.#queues].map(async ([etapa, queue]) => ((await queue.isPaused()) ? [etapa] : [])),
    );
    return all.flat();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }
}
