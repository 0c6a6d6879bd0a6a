import { randomUUID } from 'node:crypto';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { Permit } from '@escuta/shared/platform/redis/shared-semaphore';
import { STAGE_QUEUES, type StageJob } from '@escuta/shared/queues/pipeline';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { PollLoop } from './poll-loop.ts';

export type HeldJob = { job: Job<StageJob>; token: string; worker: Worker<StageJob> };

export type Slot = {
  /** Completes the job in Redis while the slot continues with the run's next stage; idempotent. */
  done: () => void;
  consumer: QueueConsumer;
};

const POLL_MS = 1000;

/** Interval between checks for dead workers' jobs, ms. */
const STALLED_CHECK_MS = 5000;

/** A queue's waiting lists: single requests ("clicks") before batches (queues.ts). */
const LISTS = ['wait', 'prioritized'];
const CLICKS = ['wait'];

/** Redis script. KEYS: waiting lists. Returns the number (from 1) of the first non-empty list, or 0. */
const FIRST_WAITING = `
  for i = 1, #KEYS do if redis.call('EXISTS', KEYS[i]) == 1 then return i end end
  return 0
`;

/**
 * Redis script. KEYS: meta key and two waiting lists of each queue served before the stage's queue, then of the stage's
 * queue. Returns 1 if the stage's queue is not paused, and no job waits in an unpaused queue.
 */
const GOES_ON = `
  for i = 1, #KEYS, 3 do
    local held = redis.call('HEXISTS', KEYS[i], 'paused') == 1
    if held and i + 2 == #KEYS then return 0 end
    if not held and redis.call('EXISTS', KEYS[i + 1], KEYS[i + 2]) > 0 then return 0 end
  end
  return 1
`;

/** The permit of consumers that share no permits with other workers. */
const FREE: Permit = { release: () => undefined };

type ConsumerOptions = {
  /** Queues in order of preference. */
  etapas: readonly Etapa[];
  slots: number;
  /** Extra slots for single requests while batches occupy all other slots. */
  clickSlots?: number;
  /** Takes a permit that workers share; null if none is free. `click`: an extra permit for single requests. */
  takePermit?: (click: boolean) => Promise<Permit | null>;
  redis: Redis;
  /** Fails at once while Redis is not reachable, for requests whose failure can be ignored. */
  fastRedis: Redis;
  prefix: string;
  lockMs: number;
  handle: (held: HeldJob, slot: Slot) => Promise<void>;
  onError: (error: Error) => void;
};

/**
 * Takes jobs from several queues into one set of slots, later stages first. Polls when woken, when a slot becomes free,
 * and every second.
 */
export class QueueConsumer {
  readonly #options: ConsumerOptions;
  readonly #workers: readonly Worker<StageJob>[];
  readonly #running = new Set<Promise<void>>();
  #clicks = 0;
  /** Slots reserved for jobs being fetched from Redis. */
  #kept = 0;
  readonly #loop = new PollLoop(() =>
    this.#fill().catch((error: Error) => {
      this.#options.onError(error);
      return false;
    }),
  );
  /** Time when a stage last started or ended, or no permit was free. */
  #busyAt = performance.now();

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#workers = options.etapas.map((etapa) => {
      // The consumer itself fetches jobs, because one set of slots serves several queues.
      const worker = new Worker<StageJob>(STAGE_QUEUES[etapa], null, {
        connection: options.redis,
        prefix: options.prefix,
        lockDuration: options.lockMs,
        stalledInterval: Math.min(STALLED_CHECK_MS, options.lockMs),
        // Unlimited, because PostgreSQL counts the attempts at a dead worker's job.
        maxStalledCount: 1_000_000,
        skipVersionCheck: true,
        autorun: false,
      });
      worker.on('error', options.onError);
      return worker;
    });
  }

  get etapas(): readonly Etapa[] {
    return this.#options.etapas;
  }

  /** Time since the last complete poll, ms. */
  get stillForMs(): number {
    return this.#loop.stillForMs;
  }

  /** Time without taking a job although a slot is free, ms. */
  get idleForMs(): number {
    return this.#isFull ? 0 : performance.now() - this.#busyAt;
  }

  get #isFull(): boolean {
    return this.#running.size - this.#clicks + this.#kept >= this.#options.slots;
  }

  get active(): number {
    return this.#running.size;
  }

  /** True if a due stage may skip its queue (GOES_ON). */
  async mayGoOn(etapa: Etapa): Promise<boolean> {
    const { etapas, fastRedis } = this.#options;
    const stage = etapas.indexOf(etapa);
    if (this.#loop.stopped || stage < 0) return false;
    const keys = this.#workers
      .slice(0, stage + 1)
      .flatMap((worker) => ['meta', ...LISTS].map((part) => worker.toKey(part)));
    const free = await fastRedis.eval(GOES_ON, keys.length, ...keys).catch(() => 0);
    if (free !== 1 || this.#loop.stopped) return false;
    this.#busyAt = performance.now();
    return true;
  }

  /** Runs a stage without a queued job, if a slot is free and `mayGoOn` allows it; returns true if the stage ran. */
  async offer(etapa: Etapa, work: () => Promise<void>): Promise<boolean> {
    // Refuses with shared permits (audio), because the stage would need a permit first.
    if (this.#isFull || this.#options.takePermit) return false;
    this.#kept += 1;
    try {
      if (!(await this.mayGoOn(etapa))) return false;
      this.#run(work);
      return true;
    } finally {
      this.#kept -= 1;
    }
  }

  start(): void {
    for (const worker of this.#workers) worker.startStalledCheckTimer().catch(this.#options.onError);
    this.#loop.start(POLL_MS);
  }

  wake(): void {
    this.#loop.wake();
  }

  async #fill(): Promise<void> {
    const { clickSlots = 0 } = this.#options;
    while (!this.#loop.stopped && !this.#isFull) {
      const queue = await this.#firstWaiting();
      if (queue === null) return;
      const taken = await this.#take(false, () => this.#next(queue));
      if (taken === 'none') return;
      if (taken === 'full') break;
    }
    while (!this.#loop.stopped && this.#clicks < clickSlots) {
      const queue = await this.#firstWaiting(0, true);
      if (queue === null || (await this.#take(true, () => this.#nextClick(queue))) !== 'taken') return;
    }
  }

  async #take(click: boolean, next: () => Promise<HeldJob | null>): Promise<'taken' | 'none' | 'full'> {
    if (click) return this.#takeKept(click, next);
    if (this.#isFull) return 'full';
    this.#kept += 1;
    try {
      return await this.#takeKept(click, next);
    } finally {
      this.#kept -= 1;
    }
  }

  async #takeKept(click: boolean, next: () => Promise<HeldJob | null>): Promise<'taken' | 'none' | 'full'> {
    const permit = this.#options.takePermit ? await this.#options.takePermit(click) : FREE;
    if (!permit) {
      // A worker that waits only for a permit does not count as idle.
      this.#busyAt = performance.now();
      return 'full';
    }
    const held = await next().catch((error: unknown) => {
      permit.release();
      throw error;
    });
    if (!held) {
      permit.release();
      return 'none';
    }
    if (click) this.#clicks += 1;
    let isDone = false;
    const done = () => {
      if (isDone) return;
      isDone = true;
      // Not awaited, because an unreachable Redis would block the slot.
      held.job.moveToCompleted(null, held.token, false).catch(() => undefined);
    };
    this.#run(
      () => this.#options.handle(held, { done, consumer: this }),
      () => {
        if (click) this.#clicks -= 1;
        permit.release();
        done();
      },
    );
    return 'taken';
  }

  #run(work: () => Promise<void>, onEnd: () => void = () => undefined): void {
    this.#busyAt = performance.now();
    const running = work()
      .catch(this.#options.onError)
      .finally(() => {
        this.#running.delete(running);
        this.#busyAt = performance.now();
        onEnd();
        this.wake();
      });
    this.#running.add(running);
  }

  /** Number of the first queue, from `from` on, with a waiting job; `clicks`: with a single request. */
  async #firstWaiting(from = 0, clicks = false): Promise<number | null> {
    const workers = this.#workers.slice(from);
    if (workers.length === 0) return null;
    const lists = clicks ? CLICKS : LISTS;
    const keys = workers.flatMap((worker) => lists.map((list) => worker.toKey(list)));
    const found = (await this.#options.redis.eval(FIRST_WAITING, keys.length, ...keys)) as number;
    return found === 0 ? null : from + Math.floor((found - 1) / lists.length);
  }

  async #next(from: number): Promise<HeldJob | null> {
    for (let at: number | null = from; at !== null; at = await this.#firstWaiting(at + 1)) {
      const held = await this.#takeFrom(at);
      if (held) return held;
    }
    return null;
  }

  async #takeFrom(queue: number): Promise<HeldJob | null> {
    const worker = this.#workers[queue] as Worker<StageJob>;
    const token = randomUUID();
    // No job is left if another worker took it or the queue is paused.
    const job = await worker.getNextJob(token, { block: false });
    return job ? { job, token, worker } : null;
  }

  /**
   * Fetches the next single request (queues.ts). If another worker takes it first, the fetched job may belong to a
   * batch.
   */
  async #nextClick(from: number): Promise<HeldJob | null> {
    for (let at: number | null = from; at !== null; at = await this.#firstWaiting(at + 1, true)) {
      const held = await this.#takeFrom(at);
      if (held) return held;
    }
    return null;
  }

  /** Takes no more jobs; resolves when a fetch in flight has ended. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close(true)));
  }
}
