import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from '@escuta/shared/node/log';
import type { Redis } from 'ioredis';
import { admit, type Circuit, fail } from './circuit.ts';

/** Failures and open circuits that nobody touched for this long are forgotten, ms. */
const VALIDADE_MS = 900_000;
/** Those that were held together do not all come back at the same instant, ms. */
const ESPALHA_MS = 500;
/** Writers that meet try again; with a few dozen workers two or three rounds do. */
const TENTATIVAS_ESCRITA = 20;

/** State and Redis' own clock: workers' clocks may differ. */
const READ = `
local now = redis.call('TIME')
return { redis.call('GET', KEYS[1]) or '', now[1] * 1000 + math.floor(now[2] / 1000) }`;

/** Writes if nobody else has in between. Empty: gone. */
const SWAP = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`;

/** One call's way through the circuit: exactly one of `answered` and `failed` follows, or none when the caller gave up. */
export type Passage = {
  /** The provider answered, whatever it said: nobody waits any longer. */
  answered(): Promise<void>;
  /** It did not. `conta` false: no attempt was used up, ask again after `esperaMs`. */
  failed(): Promise<{ conta: true } | { conta: false; esperaMs: number }>;
};

export type SharedCircuit = {
  /** @returns the way through, or ms to wait while the provider is away @param quem the item that calls */
  enter(baseURL: string, quem: string): Promise<Passage | number>;
  /** Whether calls to this provider are held. */
  isOpen(baseURL: string): Promise<boolean>;
};

/**
 * A circuit for each base URL, shared by all workers through Redis under `<prefix>:provedor:<hash>:circuito`. While Redis
 * is away each worker counts for itself, and the log says so once.
 */
export function createSharedCircuit(redis: Redis, options: { prefix: string; log: Logger }): SharedCircuit {
  const own = new Map<string, Circuit>();
  let alone = false;
  const keyOf = (baseURL: string) =>
    `${options.prefix}:provedor:${createHash('sha256').update(baseURL).digest('hex').slice(0, 16)}:circuito`;

  const read = async (key: string): Promise<{ raw: string; circuit: Circuit | null; now: number }> => {
    const [raw, now] = (await redis.eval(READ, 1, key)) as [string, number];
    return { raw, circuit: raw === '' ? null : (JSON.parse(raw) as Circuit), now };
  };

  /** Applies a transition in Redis, or in this process while Redis is away. */
  const update = async <T extends { circuit: Circuit | null }>(
    key: string,
    transition: (circuit: Circuit | null, now: number) => T,
  ): Promise<T> => {
    try {
      for (let round = 0; round < TENTATIVAS_ESCRITA; round += 1) {
        const { raw, circuit, now } = await read(key);
        const result = transition(circuit, now);
        const next = result.circuit === null ? '' : JSON.stringify(result.circuit);
        if (next === raw || (await redis.eval(SWAP, 1, key, raw, next, VALIDADE_MS)) === 1) {
          if (alone) options.log.info('Circuito do provedor outra vez compartilhado');
          alone = false;
          own.clear();
          return result;
        }
      }
      throw new Error('disputa pelo circuito do provedor');
    } catch (error) {
      if (!alone) {
        const motivo = error instanceof Error ? error.message : String(error);
        options.log.warn({ motivo }, 'Circuito do provedor não compartilhado: este worker conta por si');
      }
      alone = true;
      const result = transition(own.get(key) ?? null, Date.now());
      if (result.circuit === null) own.delete(key);
      else own.set(key, result.circuit);
      return result;
    }
  };

  const spread = (ms: number) => Math.ceil(ms + Math.random() * ESPALHA_MS);

  return {
    enter: async (baseURL, quem) => {
      const key = keyOf(baseURL);
      const id = randomUUID();
      const admission = await update(key, (circuit, now) => admit(circuit, { quem, id, now }));
      if (!admission.passa) return spread(admission.esperaMs);
      return {
        answered: async () => {
          const before = await update(key, (circuit) => ({ circuit: null, open: circuit?.aberto ?? null }));
          if (before.open) options.log.info('Provedor de IA de volta: as chamadas seguem');
        },
        failed: async () => {
          const after = await update(key, (circuit, now) => ({
            ...fail(circuit, { quem, id, now }),
            opened: !circuit?.aberto,
          }));
          if (after.opened && after.circuit.aberto) {
            options.log.warn('Provedor de IA fora do ar: as chamadas esperam por ele');
          }
          return after.conta ? { conta: true } : { conta: false, esperaMs: spread(after.esperaMs) };
        },
      };
    },
    isOpen: async (baseURL) => {
      const key = keyOf(baseURL);
      const circuit = await read(key)
        .then((found) => found.circuit)
        .catch(() => own.get(key) ?? null);
      return Boolean(circuit?.aberto);
    },
  };
}
