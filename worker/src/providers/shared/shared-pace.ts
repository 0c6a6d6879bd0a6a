import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { Redis } from 'ioredis';
import { answersOthers, ESPERA_MAXIMA_MS, enter, type Pace, recordAnswer, recordRefusal } from '../pace.ts';
import { createSharedState } from './shared-state.ts';

/** Longest wait during which an item keeps its slot, ms. */
export const ESPERA_NO_LUGAR_MS = 1500;
/** Greatest random addition to a call's wait, ms. */
const ESPALHA_MS = 200;
/** Greatest random addition to a refused call's wait, as a share of the wait. */
const ESPALHA_PARTE = 0.1;

/** Permission for one call, ended by `answered` or `refused`, or by neither if no answer comes. */
export type Turn = {
  answered(): Promise<void>;
  /** Records that the provider sent a 429. `conta`: the call counts as an attempt; repeat it after `esperaMs`. */
  refused(retryAfterMs: number | null): Promise<{ conta: boolean; esperaMs: number }>;
  /** True if the provider recently answered calls of other items. */
  answersOthers(): Promise<boolean>;
};

export type SharedPace = {
  /** Redis key of the state; `isFree`: the state lets a call pass at once, and need not change. */
  keyOf(baseURL: string): string;
  isFree(raw: string, now: number): boolean;
  /**
   * Admits a call for which `isFree` was true.
   * @param enviadaEm time of the call by Redis' clock, ms
   */
  pass(baseURL: string, quem: string, enviadaEm: number): Turn;
  /**
   * Waits until the call may be sent, if the wait is short.
   * @param quem id of the calling item
   * @returns the permission; or a long wait, ms
   */
  enter(baseURL: string, quem: string, signal: AbortSignal): Promise<Turn | number>;
};

/** The pace of calls to each base URL (`pace.ts`), in Redis under `<prefix>:provedor:<hash>:ritmo`. */
export function createSharedPace(redis: Redis, options: { prefix: string; log: Logger }): SharedPace {
  const shared = createSharedState<Pace>(redis, {
    ...options,
    nome: 'ritmo',
    validadeMs: 2 * ESPERA_MAXIMA_MS,
  });

  const take = (baseURL: string) =>
    shared.update(baseURL, (pace, now) => {
      const { pace: state, ...admission } = enter(pace, { now, longestMs: ESPERA_NO_LUGAR_MS });
      return { state, ...admission, now };
    });

  const turnOf = (
    baseURL: string,
    { quem, enviadaEm }: { quem: string; enviadaEm: number },
    mode: 'update' | 'updateDeferred',
  ): Turn => ({
    answered: async () => {
      await shared[mode](baseURL, (pace, now) => ({ state: recordAnswer(pace, { quem, now }) }));
    },
    refused: async (retryAfterMs) => {
      const after = await shared.update(baseURL, (pace, now) => {
        const { pace: state, ...outcome } = recordRefusal(pace, { quem, enviadaEm, now, retryAfterMs });
        return { state, ...outcome };
      });
      if (after.baixou) {
        const chamadasPorSegundo = after.state.teto?.porSegundo;
        options.log.warn({ chamadasPorSegundo }, 'Limite do provedor de IA atingido: o ritmo baixou');
      }
      return {
        conta: after.conta,
        esperaMs: Math.ceil(
          after.esperaMs + Math.random() * Math.min(ESPALHA_MS, after.esperaMs * ESPALHA_PARTE),
        ),
      };
    },
    answersOthers: async () => {
      const { answers } = await shared.update(baseURL, (state, now) => ({
        state,
        answers: answersOthers(state, now),
      }));
      return answers;
    },
  });

  return {
    keyOf: shared.keyOf,
    isFree: (raw, now) => {
      const pace = shared.parse(raw);
      const after = enter(pace, { now, longestMs: 0 });
      return after.passa && after.esperaMs === 0 && after.pace === pace;
    },
    pass: (baseURL, quem, enviadaEm) => turnOf(baseURL, { quem, enviadaEm }, 'updateDeferred'),
    enter: async (baseURL, quem, signal) => {
      let place = await take(baseURL);
      if (!place.passa) {
        if (place.esperaMs > ESPERA_NO_LUGAR_MS) return place.esperaMs;
        await pause(place.esperaMs + Math.random() * ESPALHA_MS, signal);
        place = await take(baseURL);
        if (!place.passa) return place.esperaMs;
      }
      if (place.esperaMs > 0) await pause(place.esperaMs, signal);
      return turnOf(baseURL, { quem, enviadaEm: place.now + place.esperaMs }, 'update');
    },
  };
}

/** Waits for `ms` milliseconds. @throws the reason of `signal` if the caller aborts */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
