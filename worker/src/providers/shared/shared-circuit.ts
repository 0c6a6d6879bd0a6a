import { randomUUID } from 'node:crypto';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { Redis } from 'ioredis';
import { admit, type Circuit, recordFailure } from '../circuit.ts';
import { createSharedState } from './shared-state.ts';

/** Time after which an unchanged state expires, ms. */
const VALIDADE_MS = 900_000;
/** Greatest random addition to a wait, ms, to spread calls. */
const ESPALHA_MS = 500;

/** Permission for one call, ended by `answered` or `failed`, or by neither after an abort. */
export type Passage = {
  /** Records that the provider answered, with any content, which closes the circuit. */
  answered(): Promise<void>;
  /** Records that no answer came. `conta`: the call counts as an attempt; otherwise, repeat it after `esperaMs`. */
  failed(): Promise<{ conta: true } | { conta: false; esperaMs: number }>;
};

export type SharedCircuit = {
  /** Redis key of the state; `isClosed` checks a state read from it. */
  keyOf(baseURL: string): string;
  isClosed(raw: string): boolean;
  /** Admits a call for which `isClosed` was true. */
  pass(baseURL: string, quem: string): Passage;
  /**
   * @param quem id of the calling item
   * @returns the permission; or the time to wait while the provider is unreachable, ms
   */
  enter(baseURL: string, quem: string): Promise<Passage | number>;
  isOpen(baseURL: string): Promise<boolean>;
};

/** The circuit breaker of each base URL (`circuit.ts`), in Redis under `<prefix>:provedor:<hash>:circuito`. */
export function createSharedCircuit(redis: Redis, options: { prefix: string; log: Logger }): SharedCircuit {
  const shared = createSharedState<Circuit>(redis, { ...options, nome: 'circuito', validadeMs: VALIDADE_MS });
  const spread = (ms: number) => Math.ceil(ms + Math.random() * ESPALHA_MS);

  const passageOf = (
    baseURL: string,
    { quem, id }: { quem: string; id: string },
    mode: 'update' | 'updateDeferred',
  ): Passage => ({
    answered: async () => {
      const clear = (known: Circuit | null) => ({ state: null, opened: Boolean(known?.aberto) });
      const say = ({ opened }: { opened: boolean }) => {
        if (opened) options.log.info('Provedor de IA de volta: as chamadas seguem');
      };
      if (mode === 'updateDeferred') shared.updateDeferred(baseURL, clear, say);
      else say(await shared.update(baseURL, clear));
    },
    failed: async () => {
      const after = await shared.update(baseURL, (known, now) => {
        const { circuit: state, ...rest } = recordFailure(known, { quem, id, now });
        return { state, ...rest, opened: !known?.aberto };
      });
      if (after.opened && after.state.aberto) {
        options.log.warn('Provedor de IA fora do ar: as chamadas esperam por ele');
      }
      return after.conta ? { conta: true } : { conta: false, esperaMs: spread(after.esperaMs) };
    },
  });

  return {
    keyOf: shared.keyOf,
    isClosed: (raw) => !shared.parse(raw)?.aberto,
    pass: (baseURL, quem) => passageOf(baseURL, { quem, id: randomUUID() }, 'updateDeferred'),
    enter: async (baseURL, quem) => {
      const id = randomUUID();
      const admission = await shared.update(baseURL, (known, now) => {
        const { circuit: state, ...rest } = admit(known, { quem, id, now });
        return { state, ...rest };
      });
      if (!admission.passa) return spread(admission.esperaMs);
      return passageOf(baseURL, { quem, id }, 'update');
    },
    isOpen: async (baseURL) => Boolean((await shared.read(baseURL))?.aberto),
  };
}
