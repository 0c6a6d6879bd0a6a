import { createHash } from 'node:crypto';
import type { Env } from '@escuta/shared/node/env';
import type { Logger } from '@escuta/shared/node/log';
import type { Redis } from 'ioredis';

/** How long wrong sign-ins count, ms. */
export const LOGIN_WINDOW_MS = 15 * 60_000;

/** Most counters that the process holds while Redis is away. */
const MAX_LOCAL = 50_000;

/**
 * KEYS: account, address. ARGV: most, window in ms. Counts the attempt in both unless one is full, so that attempts at
 * the same time cannot pass together. Answers 0, or the ms until the full one empties.
 */
const RESERVE = `
  local wait = 0
  for _, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[1]) then
      wait = math.max(wait, redis.call('PTTL', key), 1)
    end
  end
  if wait > 0 then return wait end
  for _, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2]) end
  end
  return 0
`;

/** KEYS: account, address. The attempt was right: the account starts afresh, and the address gets this one back. */
const FORGIVE = `
  redis.call('DEL', KEYS[1])
  if tonumber(redis.call('GET', KEYS[2]) or '0') > 0 then redis.call('DECR', KEYS[2]) end
  return 0
`;

type LocalCounter = { n: number; endsAt: number };

/**
 * Holds sign-ins of an account, and of an address, after too many wrong ones in 15 minutes. Every attempt counts as
 * wrong until it proves right. While Redis is away the process counts by itself: never open.
 */
export class LoginLimits {
  readonly #redis: Redis;
  readonly #log: Logger;
  readonly #max: number;
  readonly #prefix: string;
  readonly #local = new Map<string, LocalCounter>();

  constructor(redis: Redis, log: Logger, env: Pick<Env, 'LOGIN_MAX_FAILURES' | 'REDIS_PREFIX'>) {
    this.#redis = redis;
    this.#log = log;
    this.#max = env.LOGIN_MAX_FAILURES;
    this.#prefix = env.REDIS_PREFIX;
  }

  #keys(cnpj: string, email: string, address: string): [string, string] {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
    return [
      `${this.#prefix}:login:conta:${hash(JSON.stringify([cnpj, email]))}`,
      `${this.#prefix}:login:ip:${hash(address)}`,
    ];
  }

  /** Counts an attempt. @returns 0, or how long to wait, ms, when it must not be made. */
  async reserve(cnpj: string, email: string, address: string): Promise<number> {
    const keys = this.#keys(cnpj, email, address);
    if (this.#redis.status === 'ready') {
      try {
        return Number(await this.#redis.eval(RESERVE, 2, ...keys, this.#max, LOGIN_WINDOW_MS));
      } catch (error) {
        this.#log.warn({ err: error }, 'Limite de acessos contado só neste processo: Redis indisponível');
      }
    }
    return this.#reserveLocally(keys);
  }

  /** Takes an attempt back that was right. */
  async forgive(cnpj: string, email: string, address: string): Promise<void> {
    const keys = this.#keys(cnpj, email, address);
    this.#local.delete(keys[0]);
    const byAddress = this.#local.get(keys[1]);
    if (byAddress && byAddress.n > 0) byAddress.n--;
    if (this.#redis.status !== 'ready') return;
    await this.#redis.eval(FORGIVE, 2, ...keys).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'Falha ao zerar o limite de acessos');
    });
  }

  #reserveLocally(keys: readonly string[]): number {
    const now = Date.now();
    for (const [key, counter] of this.#local) {
      if (counter.endsAt > now && this.#local.size < MAX_LOCAL) break;
      this.#local.delete(key);
    }
    let wait = 0;
    for (const key of keys) {
      const counter = this.#local.get(key);
      if (counter && counter.endsAt > now && counter.n >= this.#max)
        wait = Math.max(wait, counter.endsAt - now);
    }
    if (wait > 0) return wait;
    for (const key of keys) {
      const counter = this.#local.get(key);
      if (counter && counter.endsAt > now) counter.n++;
      else {
        // Last in the map's order, which is the order of ends.
        this.#local.delete(key);
        this.#local.set(key, { n: 1, endsAt: now + LOGIN_WINDOW_MS });
      }
    }
    return 0;
  }
}
