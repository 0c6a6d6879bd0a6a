import type { FimDeTrabalho } from '@escuta/shared/domain/background-work';
import { createLogger } from '@escuta/shared/platform/process/log';
import { afterEach, expect, it, vi } from 'vitest';
import { LeaseLostError } from './lease.ts';
import { type Hand, Loop, type RowWork } from './loop.ts';

type Row = { id: string };
const log = createLogger('teste', 'silent');

function workOf(due: Row[], overrides: Partial<RowWork<Row>> = {}) {
  const inHand = new Map<string, { hand: Hand; end: (error?: Error) => void }>();
  const said: string[] = [];
  const ends: FimDeTrabalho[] = [];
  const work: RowWork<Row> = {
    nome: 'montagem',
    places: 2,
    pollMs: 60_000,
    take: async (free) => due.splice(0, free),
    run: ({ id }, hand) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => {
          inHand.delete(id);
          if (error) reject(error);
          else resolve('feito');
        };
        inHand.set(id, { hand, end });
        hand.signal.addEventListener('abort', () => end(hand.signal.reason as Error));
      }),
    failed: async ({ id }) => {
      said.push(`failed ${id}`);
      return 'adiado';
    },
    giveBack: async ({ id }) => void said.push(`back ${id}`),
    atEnd: 'grace',
    ...overrides,
  };
  const loop = new Loop(work, { log, onEnd: (_nome, fim) => ends.push(fim) });
  const ids = () => [...inHand.keys()];
  return { loop, inHand, ids, said, ends };
}
const inHandAre = (ids: () => string[], expected: string[]) =>
  vi.waitFor(() => expect(ids()).toEqual(expected), { interval: 1 });
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }));

afterEach(() => void vi.useRealTimers());

it('takes as many rows as it has places, and the next one when a place gets free', async () => {
  const { loop, inHand, ids, ends } = workOf(rows('a', 'b', 'c'));
  loop.start();
  await inHandAre(ids, ['a', 'b']);
  inHand.get('a')?.end();
  await inHandAre(ids, ['b', 'c']);
  expect(ends).toEqual(['feito']);
  for (const { end } of inHand.values()) end();
  await loop.stop();
  expect(loop.active).toBe(0);
});

it('begins once, before it takes a row, and again only if beginning failed', async () => {
  const said: string[] = [];
  const { loop, inHand, ids } = workOf(rows('a'), {
    pollMs: 5,
    begin: async () => {
      said.push(`begin ${inHand.size}`);
      if (said.length === 1) throw new Error('the database is away');
    },
  });
  loop.start();
  await inHandAre(ids, ['a']);
  inHand.get('a')?.end();
  await inHandAre(ids, []);
  loop.wake();
  await loop.stop();
  expect(said).toEqual(['begin 0', 'begin 0']);
});

it('has a row that failed tried again later, and goes on with the others', async () => {
  const { loop, inHand, ids, said, ends } = workOf(rows('a', 'b'), { places: 1 });
  loop.start();
  await inHandAre(ids, ['a']);
  inHand.get('a')?.end(new Error('the store is away'));
  await inHandAre(ids, ['b']);
  expect([said, ends]).toEqual([['failed a'], ['adiado']]);
  inHand.get('b')?.end();
  await loop.stop();
});

it('writes nothing more of a row whose lease was lost', async () => {
  vi.useFakeTimers();
  const renewed: string[][] = [];
  const { loop, inHand, ids, said, ends } = workOf(rows('a', 'b'), {
    lease: {
      ms: 3000,
      renew: async (held) => {
        renewed.push(held.map(({ id }) => id));
        return new Set(['b']);
      },
    },
  });
  loop.start();
  await inHandAre(ids, ['a', 'b']);
  await vi.advanceTimersByTimeAsync(1000);
  expect([renewed, ids(), said, ends]).toEqual([[['a', 'b']], ['b'], [], ['perdido']]);
  inHand.get('b')?.end();
  await loop.stop();
});

it('renews no lease that is looked at for the last time', async () => {
  vi.useFakeTimers();
  const renew = vi.fn(async (held: readonly Row[]) => new Set(held.map(({ id }) => id)));
  const { loop, inHand, ids } = workOf(rows('a'), { lease: { ms: 3000, renew } });
  loop.start();
  await inHandAre(ids, ['a']);
  await inHand.get('a')?.hand.hold();
  await vi.advanceTimersByTimeAsync(5000);
  expect(renew).not.toHaveBeenCalled();
  inHand.get('a')?.end(new LeaseLostError());
  await loop.stop();
});

it('gives back at its end what the grace did not suffice for', async () => {
  const { loop, ids, said, ends } = workOf(rows('a'));
  loop.start();
  await inHandAre(ids, ['a']);
  await loop.stop(1);
  expect([said, ends]).toEqual([['back a'], ['devolvido']]);
});

it('cuts short at once what waits for no grace, also what was just being taken', async () => {
  let give = (_rows: Row[]) => {};
  const { loop, said } = workOf([], {
    atEnd: 'cut',
    take: () =>
      new Promise((resolve) => {
        give = resolve;
      }),
  });
  loop.start();
  const stopped = loop.stop(60_000);
  give(rows('a'));
  await stopped;
  expect(said).toEqual(['back a']);
});

it('stands still while the database is away, and moves again when it is back', async () => {
  vi.useFakeTimers();
  let isAway = true;
  const round = vi.fn(async () => {
    if (isAway) throw new Error('the database is away');
    return true;
  });
  const loop = new Loop({ nome: 'varredura', pollMs: 1000, round }, { log });
  loop.start();
  await vi.advanceTimersByTimeAsync(4500);
  expect([round.mock.calls.length, loop.stillForMs]).toEqual([5, 3500]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect([round.mock.calls.length, loop.stillForMs]).toEqual([6, 0]);
  await loop.stop();
});
