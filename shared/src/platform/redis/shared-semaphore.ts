import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from '../process/log.ts';

/** Lease after which a silent process's slots become free, ms. */
const LEASE_MS = 30_000;

/** Takes a slot by Redis' clock (hosts' clocks differ). KEYS: taken slots. ARGV: holder, slot count, lease (ms). */
const TAKE = `
  local t = redis.call('TIME')
  local now = t[1] * 1000 + math.floor(t[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1
`;

/** Renews leases, also of holders that a flushed Redis forgot. KEYS: taken slots. ARGV: lease (ms), holders. */
const RENEW = `
  local t = redis.call('TIME')
  local ends = t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[1]
  for i = 2, #ARGV do redis.call('ZADD', KEYS[1], ends, ARGV[i]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return 0
`;

export type Permit = { release: () => void };

/**
 * A distributed semaphore. A killed process's slots expire after LEASE_MS; without Redis each process grants its share.
 */
export class SharedSemaphore {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #sharers: () => number;
  readonly #leaseMs: number;
  readonly #held = new Map<string, Set<string>>();
  readonly #timer: NodeJS.Timeout;
  #alone = false;

  /** @param options `prefix`: REDIS_PREFIX; `sharers`: number of processes that share the slots */
  constructor(options: {
    redis: Redis;
    prefix: string;
    log: Logger;
    sharers: () => number;
    leaseMs?: number;
  }) {
    this.#redis = options.redis;
    this.#prefix = `${options.prefix}:vagas`;
    this.#log = options.log;
    this.#sharers = options.sharers;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#timer = setInterval(() => void this.#renew(), this.#leaseMs / 3).unref();
  }

  /** Takes one of the `max` slots of semaphore `name`; null: all are taken. Never throws. */
  async take(name: string, max: number): Promise<Permit | null> {
    const key = `${this.#prefix}:${name}`;
    const who = randomUUID();
    const taken = await this.#takeShared(key, who, max);
    if (taken === false) return null;
    const mine = this.#held.get(key) ?? new Set();
    if (taken === null && mine.size >= Math.max(1, Math.floor(max / this.#sharers()))) {
      // Gives the slot back, because Redis may have granted it after the timeout.
      this.#redis.zrem(key, who).catch(() => undefined);
      return null;
    }
    mine.add(who);
    this.#held.set(key, mine);
    return { release: () => this.#release(key, who) };
  }

  /** True if Redis granted the slot; null: no answer. */
  async #takeShared(key: string, who: string, max: number): Promise<boolean | null> {
    try {
      if (this.#redis.status !== 'ready') throw new Error('Redis indisponível');
      const taken = (await this.#redis.eval(TAKE, 1, key, who, max, this.#leaseMs)) === 1;
      this.#alone = false;
      return taken;
    } catch (error) {
      if (!this.#alone) {
        const motivo = (error as Error).message;
        this.#log.warn({ motivo }, 'Vagas contadas só neste processo, que dá a sua parte delas');
      }
      this.#alone = true;
      return null;
    }
  }

  #release(key: string, who: string): void {
    const mine = this.#held.get(key);
    if (!mine?.delete(who)) return;
    if (mine.size === 0) this.#held.delete(key);
    // Does not wait: the lease expires if Redis misses this command.
    this.#redis.zrem(key, who).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    if (this.#held.size === 0 || this.#redis.status !== 'ready') return;
    const pipeline = this.#redis.pipeline();
    for (const [key, mine] of this.#held) pipeline.eval(RENEW, 1, key, this.#leaseMs, ...mine);
    await pipeline.exec().catch(() => undefined);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const [key, mine] of [...this.#held]) for (const who of [...mine]) this.#release(key, who);
  }
}
