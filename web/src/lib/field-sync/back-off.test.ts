import { expect, it } from 'vitest';
import { backOff } from './back-off.ts';

it('doubles up to five minutes, somewhere in the upper half', () => {
  expect([1, 2, 3, 4].map((failures) => backOff(failures, 1))).toEqual([2000, 4000, 8000, 16_000]);
  expect([1, 2, 3, 4].map((failures) => backOff(failures, 0))).toEqual([1000, 2000, 4000, 8000]);
  expect(backOff(1000, 1)).toBe(300_000);
});
