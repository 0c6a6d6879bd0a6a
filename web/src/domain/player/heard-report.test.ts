import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as api from '../../lib/network/api.ts';
import { reportHeard } from './heard-report.ts';
import type { PlayerEngine } from './player-engine.ts';

let sent: unknown[];
let fails = false;
let playing = false;
let time: (ms: number) => void;
let state: () => void;
const engine = {
  getState: () => ({ playing, rate: 1 }),
  onTime: (listener: typeof time) => {
    time = listener;
    return () => undefined;
  },
  subscribe: (listener: typeof state) => {
    state = listener;
    return () => undefined;
  },
} as unknown as PlayerEngine;
beforeEach(() => {
  [sent, fails, playing] = [[], false, false];
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(api, 'call').mockImplementation((async (
    _endpoint: unknown,
    input: { body: { trechos: unknown[] } },
  ) => {
    if (fails) throw new Error('offline');
    sent.push(structuredClone(input.body.trechos));
  }) as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const play = (from: number, until: number) => {
  playing = true;
  state();
  for (let ms = from; ms <= until; ms += 250) time(ms);
};

it('tells what was played, not what was jumped over, and when it stops at once', async () => {
  const end = reportHeard(engine, 'item');
  time(0);
  time(4000);
  play(1000, 3000);
  play(20_000, 21_000);
  expect(sent).toEqual([]);
  playing = false;
  state();
  const first = [
    { inicioMs: 1000, fimMs: 3000 },
    { inicioMs: 20_000, fimMs: 21_000 },
  ];
  expect(sent).toEqual([first]);
  time(9000);
  play(30_000, 31_000);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent).toEqual([first, [{ inicioMs: 30_000, fimMs: 31_000 }]]);
  // Without a network the report is sent with the next report.
  fails = true;
  time(31_250);
  await vi.advanceTimersByTimeAsync(15_000);
  fails = false;
  time(31_500);
  end();
  expect(sent.at(-1)).toEqual([{ inicioMs: 31_000, fimMs: 31_500 }]);
});

it('loses nothing of what was heard without a network, however much it is', async () => {
  const end = reportHeard(engine, 'item');
  fails = true;
  for (let n = 0; n < 70; n += 1) play(n * 10_000, n * 10_000 + 250);
  await vi.advanceTimersByTimeAsync(15_000);
  fails = false;
  end();
  expect(sent.flat()).toEqual(
    Array.from({ length: 70 }, (_, n) => ({ inicioMs: n * 10_000, fimMs: n * 10_000 + 250 })),
  );
});

it('tells no more at once than the server takes', () => {
  const end = reportHeard(engine, 'item');
  for (let n = 0; n < 51; n += 1) play(n * 10_000, n * 10_000 + 250);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toHaveLength(50);
  end();
  expect(sent[1]).toHaveLength(1);
});
