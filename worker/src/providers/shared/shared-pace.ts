import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { Redis } from 'ioredis';
import { answered, answersOthers, ESPERA_MAXIMA_MS, enter, type Pace, refused } from '../pace.ts';
import { createSharedState } from './shared-state.ts';

/** Waits up to this are waited out in place; longer ones give the slot back, ms. */
export const ESPERA_NO_LUGAR_MS = 1500;
/** Those that waited together do not all go at the same instant, ms. */
const ESPALHA_MS = 200;
/** Of a refused call's own wait at most this part more: after one second nobody needs a fifth of one. */
const ESPALHA_PARTE = 0.1;

/** One call at the provider's pace: exactly one of `answered` and `refused` follows, or none when it gave no answer. */
export type Turn = {
  answered(): Promise<void>;
  /** 'Too many requests'. `conta`: it uses up one of the item's attempts; ask again after `esperaMs`. */
  refused(retryAfterMs: number | null): Promise<{ conta: boolean; esperaMs: number }>;
  /** It gave none to this one: whether it has answered anybody lately. */
  answersOthers(): Promise<boolean>;
};

export type SharedPace = {
  /** Where its state stands; and whether whoever reads it there goes on at once, and changes nothing by it. */
  keyOf(baseURL: string): string;
  isFree(raw: string, now: number): boolean;
  /** The turn of whoever found it free. @param enviadaEm ms by Redis' clock */
  pass(baseURL: string, quem: string, enviadaEm: number): Turn;
  /** Waits for the call's turn, if that is short. @returns the turn, or ms to wait when it is long @param quem the item that calls */
  enter(baseURL: string, quem: string, signal: AbortSignal): Promise<Turn | number>;
};

/**
 * The pace (`pace.ts`) of each base URL, shared by all workers through Redis under `<prefix>:provedor:<hash>:ritmo`: what one of
 * them was told holds for all.
 */
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

  /** @param told how an answer is told of: at once, or when there is time for it */
  const turnOf = (
    baseURL: string,
    { quem, enviadaEm }: { quem: string; enviadaEm: number },
    told: 'update' | 'later',
  ): Turn => ({
    answered: async () => {
      await shared[told](baseURL, (pace, now) => ({ state: answered(pace, { quem, now }) }));
    },
    refused: async (retryAfterMs) => {
      const after = await shared.update(baseURL, (pace, now) => {
        const { pace: state, ...outcome } = refused(pace, { quem, enviadaEm, now, retryAfterMs });
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
    pass: (baseURL, quem, enviadaEm) => turnOf(baseURL, { quem, enviadaEm }, 'later'),
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

/** @throws the reason of `signal` when the caller gave up */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
