import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import { Rounds } from './rounds.ts';

/** Far longer than a test lasts, ms: only wake-ups count. */
const NEVER_MS = 3_600_000;

/** Poll loop whose rounds end on command, with the number of rounds begun. */
function controlled() {
  const ends: (() => void)[] = [];
  const rounds = new Rounds(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { rounds, begun: () => ends.length, end: (n: number) => ends[n - 1]?.() };
}

it('goes round once more for whatever woke it meanwhile, and never twice at once', async () => {
  const { rounds, begun, end } = controlled();
  rounds.start(NEVER_MS);
  expect(begun()).toBe(1);
  rounds.wake();
  rounds.wake();
  expect(begun()).toBe(1);
  end(1);
  await expect.poll(begun).toBe(2);
  end(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun()).toBe(2);
  rounds.wake();
  expect(begun()).toBe(3);
  end(3);
  await rounds.stop();
});

it('stops once the round under way has ended, and begins no other', async () => {
  const { rounds, begun, end } = controlled();
  rounds.start(NEVER_MS);
  rounds.wake();
  let stopped = false;
  const stopping = rounds.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  expect(rounds.stopped).toBe(true);
  end(1);
  await stopping;
  rounds.wake();
  expect(begun()).toBe(1);
});

it('says for how long it has not moved: a round that hangs or comes to nothing does not move', async () => {
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  try {
    const ends: ((moved: boolean) => void)[] = [];
    const rounds = new Rounds(() => new Promise<boolean>((resolve) => ends.push(resolve)));
    rounds.start(NEVER_MS);
    clock = 1000;
    expect(rounds.stillForMs).toBe(1000);
    rounds.wake();
    ends[0]?.(false);
    await expect.poll(() => ends.length).toBe(2);
    expect(rounds.stillForMs).toBe(1000);
    rounds.moved();
    expect(rounds.stillForMs).toBe(0);
    clock = 1500;
    rounds.wake();
    ends[1]?.(true);
    await expect.poll(() => ends.length).toBe(3);
    expect(rounds.stillForMs).toBe(0);
    ends[2]?.(true);
    await rounds.stop();
  } finally {
    now.mockRestore();
  }
});

it('a round belongs to nobody, whoever woke it', async () => {
  const current = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const rounds = new Rounds(async () => {
    seen.push(current.getStore());
  });
  await current.run('uma execução', async () => {
    rounds.wake();
    rounds.wake();
  });
  await expect.poll(() => seen).toEqual([undefined, undefined]);
  await rounds.stop();
});
