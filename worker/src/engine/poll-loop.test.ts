import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import { PollLoop } from './poll-loop.ts';

const NEVER_MS = 3_600_000;

function controlled() {
  const ends: (() => void)[] = [];
  const loop = new PollLoop(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { loop, begun: () => ends.length, end: (n: number) => ends[n - 1]?.() };
}

it('goes round once more for whatever woke it meanwhile, and never twice at once', async () => {
  const { loop, begun, end } = controlled();
  loop.start(NEVER_MS);
  expect(begun()).toBe(1);
  loop.wake();
  loop.wake();
  expect(begun()).toBe(1);
  end(1);
  await expect.poll(begun).toBe(2);
  end(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun()).toBe(2);
  loop.wake();
  expect(begun()).toBe(3);
  end(3);
  await loop.stop();
});

it('stops once the round under way has ended, and begins no other', async () => {
  const { loop, begun, end } = controlled();
  loop.start(NEVER_MS);
  loop.wake();
  let stopped = false;
  const stopping = loop.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  expect(loop.stopped).toBe(true);
  end(1);
  await stopping;
  loop.wake();
  expect(begun()).toBe(1);
});

it('says for how long it has not moved: a round that hangs or comes to nothing does not move', async () => {
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  try {
    const ends: ((moved: boolean) => void)[] = [];
    const loop = new PollLoop(() => new Promise<boolean>((resolve) => ends.push(resolve)));
    loop.start(NEVER_MS);
    clock = 1000;
    expect(loop.stillForMs).toBe(1000);
    loop.wake();
    ends[0]?.(false);
    await expect.poll(() => ends.length).toBe(2);
    expect(loop.stillForMs).toBe(1000);
    loop.moved();
    expect(loop.stillForMs).toBe(0);
    clock = 1500;
    loop.wake();
    ends[1]?.(true);
    await expect.poll(() => ends.length).toBe(3);
    expect(loop.stillForMs).toBe(0);
    ends[2]?.(true);
    await loop.stop();
  } finally {
    now.mockRestore();
  }
});

it('a round belongs to nobody, whoever woke it', async () => {
  const current = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const loop = new PollLoop(async () => {
    seen.push(current.getStore());
  });
  await current.run('uma execução', async () => {
    loop.wake();
    loop.wake();
  });
  await expect.poll(() => seen).toEqual([undefined, undefined]);
  await loop.stop();
});
