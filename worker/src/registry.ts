import { randomUUID } from 'node:crypto';
import type { Logger } from '@escuta/shared/node/log';
import type { Redis } from 'ioredis';

const BEAT_MS = 5000;
/** A worker that has not been heard of for this long no longer counts, ms. */
const EXPIRY_MS = 16_000;

/**
 * The workers at hand and how many runs each can take: a sorted set in Redis (member `id|capacity`, score = when it
 * expires). It only sizes the relay's look-ahead, so that a flushed Redis costs a few seconds of caution.
 */
export class WorkerRegistry {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #own: number;
  readonly #member: string;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;

  constructor(redis: Redis, prefix: string, capacity: number, log: Logger) {
    this.#redis = redis;
    this.#key = `${prefix}:trabalhadores`;
    this.#own = capacity;
    this.#member = `${randomUUID()}|${capacity}`;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
    await this.#beat();
  }

  async #beat(): Promise<void> {
    const now = Date.now();
    await this.#redis
      .multi()
      .zadd(this.#key, now + EXPIRY_MS, this.#member)
      .zremrangebyscore(this.#key, 0, now)
      .exec()
      .catch((error: Error) =>
        this.#log.debug({ motivo: error.message }, 'Registro de workers indisponível'),
      );
  }

  /** Runs that all workers together can have under way; at least this worker's own. */
  async capacity(): Promise<number> {
    const members = await this.#redis.zrangebyscore(this.#key, Date.now(), '+inf').catch(() => []);
    const sum = members.reduce((total, member) => total + (Number(member.split('|')[1]) || 0), 0);
    return Math.max(this.#own, sum);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#redis.zrem(this.#key, this.#member).catch(() => undefined);
  }
}
