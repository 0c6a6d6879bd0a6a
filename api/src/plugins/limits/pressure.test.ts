import { expect, it } from 'vitest';
import { lastingPressure } from './pressure.ts';

it('a stall alone refuses nobody; one after another does, until there is none for a while', () => {
  const isLasting = lastingPressure();
  // The same delay up to two seconds later is the same sample, not a second stall.
  expect([isLasting(3200, 0), isLasting(3200, 10), isLasting(3200, 1010)]).toEqual([false, false, false]);
  expect([isLasting(4000, 3000), isLasting(4000, 3100)]).toEqual([true, true]);
  expect(isLasting(3500, 20_000)).toBe(false);
});

it('a loop that was not measured at all twice stands', () => {
  const isLasting = lastingPressure();
  expect(isLasting(Number.POSITIVE_INFINITY, 0)).toBe(false);
  expect(isLasting(Number.POSITIVE_INFINITY, 2500)).toBe(true);
});
