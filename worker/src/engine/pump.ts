import { randomUUID } from 'node:crypto';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { Place } from '@escuta/shared/platform/redis/places';
import { STAGE_QUEUES, type StageJob } from '@escuta/shared/queues/pipeline';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Rounds } from './rounds.ts';

/** A job in hand and the token under which Redis knows it as ours. */
export type HeldJob = { job: Job<StageJob>; token: string; worker: Worker<StageJob> };

/** The slot in which a job is done. */
export type Slot = {
  /** The job is done, its run's next stage goes on in the slot: nobody takes the job for one that was left. Again: nothing. */
  done: () => void;
  pump: Pump;
};

/** Without a wake-up the queues are looked at this often, ms. */
const POLL_MS = 1000;

/** How often jobs of workers that died are looked for, ms. Their lease decides when they may be taken. */
const STALLED_CHECK_MS = 5000;

/** Where a queue's jobs wait: clicks, then those of a batch (queues.ts). */
const LISTS = ['wait', 'prioritized'];
const CLICKS = ['wait'];

/** KEYS: the lists in which jobs wait. The number of the first that holds one, from 1; 0: none does. */
const FIRST_WAITING = `
  for i = 1, #KEYS do if redis.call('EXISTS', KEYS[i]) == 1 then return i end end
  return 0
`;

/**
 * KEYS: of each queue whose jobs go before one of a stage, the stage's own last, what says whether it is held, then its two lists. Jobs of
 * one that is held go before nobody. 1: the stage may be done at once.
 */
const GOES_ON = `
  for i = 1, #KEYS, 3 do
    local held = redis.call('HEXISTS', KEYS[i], 'paused') == 1
    if held and i + 2 == #KEYS then return 0 end
    if not held and redis.call('EXISTS', KEYS[i + 1], KEYS[i + 2]) > 0 then return 0 end
  end
  return 1
`;

/** Where no places are shared. */
const FREE: Place = { release: () => undefined };

type PumpOptions = {
  /** Queues to take from, the preferred one first. */
  etapas: readonly Etapa[];
  /** Jobs in hand at once. */
  slots: number;
  /** As many more while somebody waits for one of them: a batch, which has all the others, never takes these. */
  clickSlots?: number;
  /** Asks for one of the places that several workers share, before a job is taken; null: all are taken. `click`: of those beyond. */
  takePlace?: (click: boolean) => Promise<Place | null>;
  redis: Redis;
  /** Fails fast while Redis is away: for what a stage waits for that has another way. */
  fastRedis: Redis;
  prefix: string;
  lockMs: number;
  handle: (held: HeldJob, slot: Slot) => Promise<void>;
  onError: (error: Error) => void;
};

/**
 * Takes jobs from several queues into one set of slots: never more than can be run at once, and later stages first, so
 * that what was begun gets finished. It asks the queues when it is woken, when a slot gets free, and once a second.
 */
export class Pump {
  readonly #options: PumpOptions;
  readonly #workers: readonly Worker<StageJob>[];
  readonly #running = new Set<Promise<void>>();
  /** Of them, those in the slots that are a click's. */
  #clicks = 0;
  /** Slots of a batch's kept while Redis is asked for what is to be done in them. */
  #kept = 0;
  readonly #rounds = new Rounds(() =>
    this.#fill().catch((error: Error) => {
      this.#options.onError(error);
      return false;
    }),
  );
  /** When a job was last taken or ended, or none could be taken for want of a slot. */
  #busyAt = performance.now();

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#workers = options.etapas.map((etapa) => {
      // No processor: jobs are taken by hand, which is how one set of slots serves several queues.
      const worker = new Worker<StageJob>(STAGE_QUEUES[etapa], null, {
        connection: options.redis,
        prefix: options.prefix,
        lockDuration: options.lockMs,
        stalledInterval: Math.min(STALLED_CHECK_MS, options.lockMs),
        // A job whose worker died goes back as often as it takes: PostgreSQL counts the attempts.
        maxStalledCount: 1_000_000,
        skipVersionCheck: true,
        autorun: false,
      });
      worker.on('error', options.onError);
      return worker;
    });
  }

  /** The stages whose jobs it takes. */
  get etapas(): readonly Etapa[] {
    return this.#options.etapas;
  }

  /** For how long it could not ask its queues, ms. */
  get stillForMs(): number {
    return this.#rounds.stillForMs;
  }

  /** For how long it has had a free slot and taken nothing, ms: 0 while every slot is in use. */
  get idleForMs(): number {
    return this.#isFull ? 0 : performance.now() - this.#busyAt;
  }

  /** Every slot that a batch may have is in use. */
  get #isFull(): boolean {
    return this.#running.size - this.#clicks + this.#kept >= this.#options.slots;
  }

  /** Jobs in hand. */
  get active(): number {
    return this.#running.size;
  }

  /**
   * Whether a stage that is due may be done in a slot that is free already, without the way through its queue: no administrator holds it,
   * and nobody waits there, or for a later stage, who would be taken first.
   */
  async mayGoOn(etapa: Etapa): Promise<boolean> {
    const { etapas, fastRedis } = this.#options;
    const stage = etapas.indexOf(etapa);
    if (this.#rounds.stopped || stage < 0) return false;
    const keys = this.#workers
      .slice(0, stage + 1)
      .flatMap((worker) => ['meta', ...LISTS].map((part) => worker.toKey(part)));
    const free = await fastRedis.eval(GOES_ON, keys.length, ...keys).catch(() => 0);
    if (free !== 1 || this.#rounds.stopped) return false;
    this.#busyAt = performance.now();
    return true;
  }

  /** Does what comes by no queue, where a slot is free and `mayGoOn`. @returns whether it does */
  async offer(etapa: Etapa, work: () => Promise<void>): Promise<boolean> {
    // Sound needs a place of the machine first.
    if (this.#isFull || this.#options.takePlace) return false;
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
    this.#rounds.start(POLL_MS);
  }

  /** Something may have come into the queues. */
  wake(): void {
    this.#rounds.wake();
  }

  async #fill(): Promise<void> {
    const { clickSlots = 0 } = this.#options;
    while (!this.#rounds.stopped && !this.#isFull) {
      const queue = await this.#firstWaiting();
      if (queue === null) return;
      const taken = await this.#take(false, () => this.#next(queue));
      if (taken === 'none') return;
      if (taken === 'full') break;
    }
    while (!this.#rounds.stopped && this.#clicks < clickSlots) {
      const queue = await this.#firstWaiting(0, true);
      if (queue === null || (await this.#take(true, () => this.#nextClick(queue))) !== 'taken') return;
    }
  }

  /** Takes a job, where there is a place and one waits, and has it done. */
  async #take(click: boolean, next: () => Promise<HeldJob | null>): Promise<'taken' | 'none' | 'full'> {
    if (click) return this.#takeKept(click, next);
    // What was offered meanwhile may have the last one.
    if (this.#isFull) return 'full';
    this.#kept += 1;
    try {
      return await this.#takeKept(click, next);
    } finally {
      this.#kept -= 1;
    }
  }

  async #takeKept(click: boolean, next: () => Promise<HeldJob | null>): Promise<'taken' | 'none' | 'full'> {
    const place = this.#options.takePlace ? await this.#options.takePlace(click) : FREE;
    if (!place) {
      // Other workers of this machine are at it.
      this.#busyAt = performance.now();
      return 'full';
    }
    const held = await next().catch((error: unknown) => {
      place.release();
      throw error;
    });
    if (!held) {
      place.release();
      return 'none';
    }
    if (click) this.#clicks += 1;
    let isDone = false;
    const done = () => {
      if (isDone) return;
      isDone = true;
      // Not awaited: while Redis is away this would keep the slot, and the job's end stands in PostgreSQL.
      held.job.moveToCompleted(null, held.token, false).catch(() => undefined);
    };
    this.#run(
      () => this.#options.handle(held, { done, pump: this }),
      () => {
        if (click) this.#clicks -= 1;
        place.release();
        done();
      },
    );
    return 'taken';
  }

  /** Does a job in a slot. */
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

  /** The first queue, of those from number `from` on, in which a job waits; one question for all of them. `clicks`: one that is no batch's. */
  async #firstWaiting(from = 0, clicks = false): Promise<number | null> {
    const workers = this.#workers.slice(from);
    if (workers.length === 0) return null;
    const lists = clicks ? CLICKS : LISTS;
    const keys = workers.flatMap((worker) => lists.map((list) => worker.toKey(list)));
    const found = (await this.#options.redis.eval(FIRST_WAITING, keys.length, ...keys)) as number;
    return found === 0 ? null : from + Math.floor((found - 1) / lists.length);
  }

  /** The next job, of queue number `from` or of one after it. */
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
    // None: somebody else has it by now, or an administrator holds the queue.
    const job = await worker.getNextJob(token, { block: false });
    return job ? { job, token, worker } : null;
  }

  /**
   * The next job that is no batch's: those wait in a list of their own (queues.ts), which is looked at first. Another worker may take it
   * between the two: one more of a batch is then taken, for this once.
   */
  async #nextClick(from: number): Promise<HeldJob | null> {
    for (let at: number | null = from; at !== null; at = await this.#firstWaiting(at + 1, true)) {
      const held = await this.#takeFrom(at);
      if (held) return held;
    }
    return null;
  }

  /** Takes no more jobs. Resolves when a fetch under way has ended. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Resolves when no job is in hand. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close(true)));
  }
}
