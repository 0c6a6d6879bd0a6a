import { randomUUID } from 'node:crypto';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { Redis } from 'ioredis';
import { keepPlace, leavePlace, type Slots, takePlace, VALIDADE_LUGAR_MS } from '../slots.ts';
import { pause } from './shared-pace.ts';
import { createSharedState } from './shared-state.ts';

const PERGUNTA_MS = 250;
/** Longest wait for a place, ms; then the stage gives up its slot. */
const ESPERA_MAXIMA_MS = 120_000;
const VOLTA_MS = 10_000;

export type SharedSlots = {
  /**
   * Waits for a place at a server that accepts `lugares` calls at once.
   * @param server name, the same for all workers
   * @returns a function that returns the place; or, after too long a wait, ms until a retry
   */
  enter(server: string, lugares: number, signal: AbortSignal): Promise<(() => Promise<void>) | number>;
};

/** Each server's places (`slots.ts`), in Redis under `<prefix>:provedor:<hash>:lugares`. */
export function createSharedSlots(redis: Redis, options: { prefix: string; log: Logger }): SharedSlots {
  const shared = createSharedState<Slots>(redis, {
    ...options,
    nome: 'lugares',
    validadeMs: 2 * VALIDADE_LUGAR_MS,
  });
  const take = (server: string, id: string, lugares: number) =>
    shared.update(server, (slots, now) => {
      const { slots: state, passa } = takePlace(slots, { id, lugares, now });
      return { state, passa };
    });
  const keep = async (server: string, id: string) => {
    await shared.update(server, (slots, now) => ({ state: keepPlace(slots, { id, now }) }));
  };
  const leave = async (server: string, id: string) => {
    await shared.update(server, (slots, now) => ({ state: leavePlace(slots, { id, now }) }));
  };
  return {
    enter: async (server, lugares, signal) => {
      const id = randomUUID();
      const until = performance.now() + ESPERA_MAXIMA_MS;
      try {
        while (!(await take(server, id, lugares)).passa) {
          if (performance.now() > until) {
            await leave(server, id);
            return VOLTA_MS;
          }
          await pause(PERGUNTA_MS, signal);
        }
      } catch (error) {
        await leave(server, id);
        throw error;
      }
      const renewal = setInterval(() => void keep(server, id), VALIDADE_LUGAR_MS / 4);
      renewal.unref();
      return async () => {
        clearInterval(renewal);
        await leave(server, id);
      };
    },
  };
}
