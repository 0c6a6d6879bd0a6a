import { expect, it } from 'vitest';
import { answersOthers, enter, type Pace, RECUSAS_SEM_CONTAR, recordAnswer, recordRefusal } from './pace.ts';

const LONGEST = { longestMs: 1500 };
const ask = (pace: Pace | null, now: number) => enter(pace, { now, ...LONGEST });

/** Records alternately `answers` answered and `refusals` refused calls (Retry-After 1 s), 10 ms apart. */
function outcomes(
  pace: Pace | null,
  { now, answers, refusals }: { now: number; answers: number; refusals: number },
): { pace: Pace | null; now: number } {
  let [state, left, to] = [pace, { answers, refusals }, now];
  while (left.answers + left.refusals > 0) {
    to += 10;
    if (left.answers > 0) {
      state = recordAnswer(state, { quem: `bom-${to}`, now: to });
      left = { ...left, answers: left.answers - 1 };
    }
    if (left.refusals > 0) {
      state = recordRefusal(state, {
        quem: `mau-${to}`,
        enviadaEm: to - 5,
        now: to,
        retryAfterMs: 1000,
      }).pace;
      left = { ...left, refusals: left.refusals - 1 };
    }
  }
  return { pace: state, now: to };
}

it('a scattered 429 stops nobody, and whoever met it comes back after Retry-After without an attempt used', () => {
  const first = recordRefusal(null, { quem: 'a', enviadaEm: 0, now: 5, retryAfterMs: 1000 });
  expect(first).toMatchObject({ conta: false, esperaMs: 1000, baixou: false });
  expect(ask(first.pace, 6)).toMatchObject({ passa: true, esperaMs: 0 });
  let state: { pace: Pace | null; now: number } = { pace: first.pace, now: 5 };
  for (let round = 0; round < 50; round += 1) {
    state = outcomes(state.pace, { now: state.now, answers: 9, refusals: 1 });
    expect(ask(state.pace, state.now)).toMatchObject({ passa: true, esperaMs: 0 });
  }
});

it('knows for a while whether anybody was answered', () => {
  expect(answersOthers(null, 0)).toBe(false);
  expect(
    answersOthers(recordRefusal(null, { quem: 'a', enviadaEm: 0, now: 5, retryAfterMs: 1000 }).pace, 6),
  ).toBe(false);
  const pace = recordAnswer(null, { quem: 'a', now: 5 });
  expect(answersOthers(pace, 10_000)).toBe(true);
  expect(answersOthers(pace, 30_000)).toBe(false);
});

it('a burst of refusals among many answers lowers nothing, also where counting has just begun anew', () => {
  let pace: Pace | null = null;
  let now = 0;
  for (; now < 9990; now += 50) pace = recordAnswer(pace, { quem: 'a', now });
  for (const at of [9995, 10_120]) {
    pace = recordAnswer(pace, { quem: 'a', now: at });
    const burst = outcomes(pace, { now: at, answers: 0, refusals: 6 });
    expect(ask(burst.pace, burst.now)).toMatchObject({ passa: true, esperaMs: 0 });
  }
});

it('where refusals outnumber answers all pause, go on at half the rate of the answers, and faster and faster', () => {
  let state = outcomes(null, { now: 0, answers: 10, refusals: 0 });
  state = outcomes(state.pace, { now: 1000, answers: 0, refusals: 12 });
  const until = state.pace?.pausadoAte ?? 0;
  expect(until).toBeGreaterThan(2000);
  expect(ask(state.pace, state.now)).toMatchObject({ passa: false, esperaMs: until - state.now });
  // 10 answers in about 1.1 s are 9 per second: half this rate is a call every 220 ms.
  const one = ask(state.pace, until);
  expect(one).toMatchObject({ passa: true, esperaMs: 0 });
  const two = ask(one.pace, until);
  expect(two.passa).toBe(true);
  expect(two.esperaMs).toBeGreaterThan(150);
  expect(two.esperaMs).toBeLessThan(300);
  const later = ask(state.pace, until + 5000);
  expect(ask(later.pace, until + 5000).esperaMs).toBeLessThan(two.esperaMs * 0.7);
  expect(ask(state.pace, until + 30_000)).toMatchObject({ passa: true, pace: { teto: null } });
});

it('what went out before the rate was lowered does not lower it again', () => {
  const dense = outcomes(null, { now: 0, answers: 0, refusals: 6 });
  const teto = dense.pace?.teto;
  expect(teto).not.toBeNull();
  const late = recordRefusal(dense.pace, { quem: 'z', enviadaEm: 40, now: 90, retryAfterMs: 1000 });
  expect(late.baixou).toBe(false);
  expect(late.pace.teto).toEqual(teto);
});

it('a long Retry-After holds for everybody at once; a later, shorter one never shortens it', () => {
  const long = recordRefusal(null, { quem: 'a', enviadaEm: 0, now: 0, retryAfterMs: 60_000 }).pace;
  expect(ask(long, 10_000)).toMatchObject({ passa: false, esperaMs: 50_000 });
  const after = recordRefusal(long, { quem: 'b', enviadaEm: 0, now: 1000, retryAfterMs: 6000 });
  expect(after.esperaMs).toBe(59_000);
  expect(ask(after.pace, 10_000)).toMatchObject({ passa: false, esperaMs: 50_000 });
});

it('whoever is refused again and again comes back ever later, and at last loses an attempt; an answer begins anew', () => {
  let pace: Pace | null = null;
  const waits: number[] = [];
  for (let time = 1; time < RECUSAS_SEM_CONTAR; time += 1) {
    const now = time * 100_000;
    const after = recordRefusal(pace, { quem: 'grande', enviadaEm: now, now, retryAfterMs: 1000 });
    expect(after.conta).toBe(false);
    waits.push(after.esperaMs);
    pace = after.pace;
  }
  expect(waits).toEqual([1000, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  const now = 2_000_000;
  expect(recordRefusal(pace, { quem: 'grande', enviadaEm: now, now, retryAfterMs: 1000 }).conta).toBe(true);
  const answeredOnce = recordAnswer(pace, { quem: 'grande', now });
  expect(recordRefusal(answeredOnce, { quem: 'grande', enviadaEm: now, now, retryAfterMs: 1000 }).conta).toBe(
    false,
  );
});
