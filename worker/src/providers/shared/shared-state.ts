import { createHash } from 'node:crypto';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { Redis } from 'ioredis';

/** Number of attempts to write a changing state; dozens of workers need two or three. */
const TENTATIVAS_ESCRITA = 20;

/** Redis script that returns Redis' time (ms), because workers' clocks differ, and the states at KEYS. */
const READ = `
local found = { 0 }
for i = 1, #KEYS do found[i + 1] = redis.call('GET', KEYS[i]) or '' end
local now = redis.call('TIME')
found[1] = now[1] * 1000 + math.floor(now[2] / 1000)
return found`;

/** Redis script that writes a state unless it changed since it was read; an empty new state deletes the old state. */
const SWAP = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`;

/** Longest delay of `updateDeferred`, ms; many transitions then share a request. */
const LATER_MS = 100;

/** A waiting transition; `tell` is called once it has been applied. */
type Waiting<T> = { transition: (state: T | null, now: number) => { state: T | null; tell: () => void } };

/** A state per provider, shared by all workers and changed by pure transitions; null: no state. */
export type SharedState<T> = {
  /**
   * Applies a transition in Redis or, while Redis is unreachable, in this process. `now`: ms by the clock of Redis or
   * of this process.
   */
  update<R extends { state: T | null }>(
    baseURL: string,
    transition: (state: T | null, now: number) => R,
  ): Promise<R>;
  /** Applies a transition just before this process's next `update`, at the latest after LATER_MS. */
  updateDeferred<R extends { state: T | null }>(
    baseURL: string,
    transition: (state: T | null, now: number) => R,
    told?: (result: R) => void,
  ): void;
  read(baseURL: string): Promise<T | null>;
  /** Redis key of the state; `parse` reads a state from its stored text. */
  keyOf(baseURL: string): string;
  parse(raw: string): T | null;
};

/** Reads several states in one request. @throws while Redis is away */
export async function readTogether(
  redis: Redis,
  keys: readonly string[],
): Promise<{ now: number; raws: readonly string[] }> {
  const [now, ...raws] = (await redis.eval(READ, keys.length, ...keys)) as [number, ...string[]];
  return { now, raws };
}

/**
 * A state per base URL, which all workers share in Redis under `<prefix>:provedor:<hash>:<nome>`. While Redis is
 * unreachable, each worker has its own state, which is logged once.
 * @param options.nome name in keys and logs, a singular masculine noun
 * @param options.validadeMs time after which an unchanged state expires, ms
 */
export function createSharedState<T>(
  redis: Redis,
  options: { prefix: string; nome: string; validadeMs: number; log: Logger },
): SharedState<T> {
  const own = new Map<string, T>();
  let alone = false;
  const keyOf = (baseURL: string) =>
    `${options.prefix}:provedor:${createHash('sha256').update(baseURL).digest('hex').slice(0, 16)}:${options.nome}`;

  const parse = (raw: string) => (raw === '' ? null : (JSON.parse(raw) as T));

  const fetch = async (key: string): Promise<{ raw: string; state: T | null; now: number }> => {
    const { raws, now } = await readTogether(redis, [key]);
    const [raw = ''] = raws;
    return { raw, state: parse(raw), now };
  };

  const apply = async (key: string, waiting: readonly Waiting<T>[]): Promise<void> => {
    try {
      for (let round = 0; round < TENTATIVAS_ESCRITA; round += 1) {
        const { raw, state, now } = await fetch(key);
        let next = state;
        const tellAll = waiting.map(({ transition }) => {
          const { state: after, tell } = transition(next, now);
          next = after;
          return tell;
        });
        const text = next === null ? '' : JSON.stringify(next);
        if (text === raw || (await redis.eval(SWAP, 1, key, raw, text, options.validadeMs)) === 1) {
          if (alone) options.log.info(`O ${options.nome} do provedor é outra vez compartilhado`);
          alone = false;
          own.clear();
          for (const tell of tellAll) tell();
          return;
        }
      }
      throw new Error(`disputa pelo ${options.nome} do provedor`);
    } catch (error) {
      if (!alone) {
        const motivo = error instanceof Error ? error.message : String(error);
        options.log.warn(
          { motivo },
          `O ${options.nome} do provedor não é compartilhado: este worker conta por si`,
        );
      }
      alone = true;
      for (const { transition } of waiting) {
        const { state, tell } = transition(own.get(key) ?? null, Date.now());
        if (state === null) own.delete(key);
        else own.set(key, state);
        tell();
      }
    }
  };

  /** Transitions that arrive during a request, by key; sent together, so that a worker never conflicts with itself. */
  const lines = new Map<string, Waiting<T>[]>();
  const run = async (key: string, line: Waiting<T>[]): Promise<void> => {
    while (line.length > 0) await apply(key, line.splice(0));
    lines.delete(key);
  };

  const deferred = new Map<string, Waiting<T>[]>();
  const add = (key: string, ...waiting: Waiting<T>[]) => {
    const all = [...(deferred.get(key) ?? []), ...waiting];
    deferred.delete(key);
    if (all.length === 0) return;
    const line = lines.get(key);
    if (line) {
      line.push(...all);
      return;
    }
    lines.set(key, all);
    // `run` never rejects, because without Redis the worker uses its own state.
    void run(key, all);
  };

  const waitingFor = <R extends { state: T | null }>(
    transition: (state: T | null, now: number) => R,
    told: (result: R) => void,
  ): Waiting<T> => ({
    transition: (state, now) => {
      const result = transition(state, now);
      return { state: result.state, tell: () => told(result) };
    },
  });

  return {
    update: (baseURL, transition) =>
      new Promise((resolve) => add(keyOf(baseURL), waitingFor(transition, resolve))),
    updateDeferred: (baseURL, transition, told = () => undefined) => {
      const key = keyOf(baseURL);
      const waiting = waitingFor(transition, told);
      const known = deferred.get(key);
      if (known) known.push(waiting);
      else {
        deferred.set(key, [waiting]);
        setTimeout(() => add(key), LATER_MS).unref();
      }
    },
    keyOf,
    parse,
    read: async (baseURL) => {
      const key = keyOf(baseURL);
      return fetch(key)
        .then(({ state }) => state)
        .catch(() => own.get(key) ?? null);
    },
  };
}
