import type { Processes } from '@escuta/shared/platform/process/processes';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Redis } from 'ioredis';

type Counter = { known: number; sending: number; pending: number; endsAt: number };
type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

export type RateLimitSource = { redis: Redis; prefix: string; processes: Pick<Processes, 'replicas'> };

const FLUSH_MS = 250;

/**
 * Counts requests by key and time window: locally at once, exchanged with Redis every 250 ms in a single pipeline.
 * Without Redis each request counts as many times as there are processes, as if all processes got equal shares.
 */
export class RateCounters {
  readonly #source: RateLimitSource;
  readonly #counters = new Map<string, Counter>();
  #timer: NodeJS.Timeout | null = null;
  /** True if Redis did not accept the last counts. */
  #alone = false;

  constructor(source: RateLimitSource) {
    this.#source = source;
  }

  /**
   * Counts a request of `key`.
   * @returns the count, and the rest of the window, ms
   */
  increment(key: string, windowMs: number): { current: number; ttl: number } {
    const now = Date.now();
    const window = Math.floor(now / windowMs);
    const id = `${this.#source.prefix}:limite:${key}:${window}`;
    let counter = this.#counters.get(id);
    if (!counter) {
      counter = { known: 0, sending: 0, pending: 0, endsAt: (window + 1) * windowMs };
      this.#counters.set(id, counter);
    }
    counter.pending += this.#alone ? this.#source.processes.replicas : 1;
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS).unref();
    return { current: counter.known + counter.sending + counter.pending, ttl: counter.endsAt - now };
  }

  async #flush(): Promise<void> {
    const now = Date.now();
    const batch: [string, Counter][] = [];
    for (const [id, counter] of this.#counters) {
      if (counter.endsAt <= now) this.#counters.delete(id);
      else if (counter.pending > 0) {
        counter.sending = counter.pending;
        counter.pending = 0;
        batch.push([id, counter]);
      }
    }
    if (batch.length > 0) await this.#send(batch, now);
    const more = [...this.#counters.values()].some((counter) => counter.pending > 0);
    this.#timer = more ? setTimeout(() => void this.#flush(), FLUSH_MS).unref() : null;
  }

  async #send(batch: [string, Counter][], now: number): Promise<void> {
    let answers: [Error | null, unknown][] = [];
    if (this.#source.redis.status === 'ready') {
      const pipeline = this.#source.redis.pipeline();
      for (const [id, counter] of batch) {
        pipeline.incrby(id, counter.sending).pexpire(id, counter.endsAt - now + 1000);
      }
      answers = (await pipeline.exec().catch(() => null)) ?? [];
    }
    this.#alone = typeof answers[0]?.[1] !== 'number';
    for (const [index, [, counter]] of batch.entries()) {
      const total = answers[index * 2]?.[1];
      // Without Redis's answer, adds the sent count to this process's known count.
      counter.known = typeof total === 'number' ? total : counter.known + counter.sending;
      counter.sending = 0;
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#counters.clear();
  }
}

/** Makes a store for @fastify/rate-limit on shared counters; routes with their own limit have separate keys. */
export function createRateLimitStore(counters: RateCounters): FastifyRateLimitStoreCtor {
  return class RateLimitStore implements FastifyRateLimitStore {
    readonly #route: string;

    constructor(options: object) {
      this.#route = 'route' in options ? String(options.route) : 'geral';
    }

    incr(key: string, done: Done, windowMs: number): void {
      done(null, counters.increment(`${this.#route}:${key}`, windowMs));
    }

    child(options: object): RateLimitStore {
      const { routeInfo } = options as { routeInfo: { method?: unknown; url?: string } };
      return new RateLimitStore({ route: `${String(routeInfo.method)} ${routeInfo.url}` });
    }
  };
}
