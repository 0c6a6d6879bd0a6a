import { expect, it } from 'vitest';
import { makePin, tryPin, waitAfter } from './pin.ts';

it('opens for the right one, and makes a wrong one wait, without end and without loss', async () => {
  const kept = await makePin('2468');
  expect(JSON.stringify(kept)).not.toContain('2468');
  expect((await tryPin(kept, '2468', 0)).certo).toBe(true);
  let pin = kept;
  for (let wrong = 1; wrong <= 3; wrong += 1) pin = (await tryPin(pin, '1357', 0)).pin;
  expect(pin).toMatchObject({ erros: 3, esperarAte: 5000, hash: kept.hash });
  // Before the wait is over even the right PIN is refused; afterwards it works.
  expect(await tryPin(pin, '2468', 4999)).toEqual({ certo: false, pin });
  expect(await tryPin(pin, '2468', 5000)).toMatchObject({ certo: true, pin: { erros: 0, esperarAte: 0 } });
});

it('waits no longer than it was told, where the clock is set back meanwhile', async () => {
  const kept = { ...(await makePin('2468')), erros: 3, esperarAte: 3_600_000 };
  const { certo, pin } = await tryPin(kept, '2468', 0);
  expect(certo).toBe(false);
  expect(pin.esperarAte).toBe(5000);
  expect((await tryPin(pin, '2468', 5000)).certo).toBe(true);
});

it('waits twice as long each time, up to a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5, 60].map(waitAfter)).toEqual([0, 0, 5000, 10_000, 20_000, 900_000]);
});
