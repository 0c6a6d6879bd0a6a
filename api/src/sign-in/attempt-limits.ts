import { createHash } from 'node:crypto';
import type { Env } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { Processes } from '@escuta/shared/platform/process/processes';
import type { Redis } from 'ioredis';

/** Time for which attempts count, ms. */
export const ATTEMPT_WINDOW_MS = 15 * 60_000;

/** Greatest number of counters that a process keeps while Redis is away. */
const MAX_LOCAL = 50_000;

/**
 * Redis script. KEYS: counters. ARGV: the window in ms, then each counter's maximum. Atomically counts the attempt in
 * all counters, unless one is full. Returns 0, or the ms until the full counter resets.
 */
const RESERVE = `
  local wait = 0
  for i, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[i + 1]) then
      wait = math.max(wait, redis.call('PTTL', key), 1)
    end
  end
  if wait > 0 then return wait end
  for _, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  end
  return 0
`;

/** Redis script. KEYS: counters that get one attempt back. */
const GIVE_BACK = `
  for _, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
  end
  return 0
`;

type LocalCounter = { n: number; endsAt: number };

/** A counter: kind (`what`: 'conta', 'ip' …), `id`, and `max`, the greatest number of attempts in the window. */
export type Counted = { what: string; id: string; max: number };

/** Minutes, rounded up, as Portuguese text. */
export function inMinutes(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
}

/**
 * Limits attempts within 15 minutes: sign-ins, password links, registrations. An attempt is counted before it is made,
 * and may be uncounted afterwards. Without Redis each process allows its share.
 */
export class AttemptLimits {
  readonly #redis: Redis;
  readonly #log: Logger;
  readonly #prefix: string;
  readonly #processes: Pick<Processes, 'replicas'>;
  readonly #local = new Map<string, LocalCounter>();

  /** `name`: limits of the same name share counters. */
  constructor(
    {
      redis,
      log,
      env,
      processes,
    }: { redis: Redis; log: Logger; env: Pick<Env, 'REDIS_PREFIX'>; processes: Pick<Processes, 'replicas'> },
    name: string,
  ) {
    this.#processes = processes;
    this.#redis = redis;
    this.#log = log;
    this.#prefix = `${env.REDIS_PREFIX}:${name}`;
  }

  /** The counter's key; hashed, because an id may be an e-mail or address. */
  #key({ what, id }: Pick<Counted, 'what' | 'id'>): string {
    return `${this.#prefix}:${what}:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
  }

  /**
   * Counts an attempt.
   * @returns 0, or the wait before the next permitted attempt, ms
   */
  async reserve(counted: readonly Counted[]): Promise<number> {
    const keys = counted.map((one) => this.#key(one));
    const maxima = counted.map(({ max }) => max);
    if (this.#redis.status === 'ready') {
      try {
        return Number(await this.#redis.eval(RESERVE, keys.length, ...keys, ATTEMPT_WINDOW_MS, ...maxima));
      } catch (error) {
        this.#log.warn({ err: error }, 'Limite de tentativas contado só neste processo: Redis indisponível');
      }
    }
    return this.#reserveLocally(keys, maxima);
  }

  async clear(counted: Pick<Counted, 'what' | 'id'>): Promise<void> {
    const key = this.#key(counted);
    this.#local.delete(key);
    if (this.#redis.status !== 'ready') return;
    await this.#redis.del(key).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'Falha ao zerar o limite de tentativas');
    });
  }

  async giveBack(counted: Pick<Counted, 'what' | 'id'>): Promise<void> {
    const key = this.#key(counted);
    const counter = this.#local.get(key);
    if (counter && counter.n > 0) counter.n--;
    if (this.#redis.status !== 'ready') return;
    await this.#redis.eval(GIVE_BACK, 1, key).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'Falha ao devolver uma tentativa');
    });
  }

  #reserveLocally(keys: readonly string[], maxima: readonly number[]): number {
    const now = Date.now();
    const shares = maxima.map((max) => Math.max(1, Math.floor(max / this.#processes.replicas)));
    for (const [key, counter] of this.#local) {
      if (counter.endsAt > now && this.#local.size < MAX_LOCAL) break;
      this.#local.delete(key);
    }
    let wait = 0;
    for (const [index, key] of keys.entries()) {
      const counter = this.#local.get(key);
      if (counter && counter.endsAt > now && counter.n >= (shares[index] ?? 0))
        wait = Math.max(wait, counter.endsAt - now);
    }
    if (wait > 0) return wait;
    for (const key of keys) {
      const counter = this.#local.get(key);
      if (counter && counter.endsAt > now) counter.n++;
      else {
        // Deletes the key first, so that it moves to the end, because the map must stay ordered by expiry.
        this.#local.delete(key);
        this.#local.set(key, { n: 1, endsAt: now + ATTEMPT_WINDOW_MS });
      }
    }
    return 0;
  }
}
