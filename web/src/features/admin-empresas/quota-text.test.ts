import { expect, it } from 'vitest';
import { parseGb, showGb } from './quota-text.ts';

it('reads gigabytes as they are written in Brazil: a dot parts the thousands', () => {
  expect(['1.000', '1.000.000', '2,5', ' 10 ', '0', '0,000001'].map(parseGb)).toEqual([
    1000, 1_000_000, 2.5, 10, 0, 0.000001,
  ]);
  // '2.5' could mean 2,5 or 25; less than a kilobyte would read as 0, which means 'no limit'.
  expect(['2.5', '1e9', '-1', 'abc', '0,0000001', ''].map(parseGb)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it('shows what it reads', () => {
  for (const gb of [0, 2.5, 1000, 1_000_000, 0.000001]) expect(parseGb(showGb(gb))).toBe(gb);
  expect([showGb(1000), showGb(2.5)]).toEqual(['1.000', '2,5']);
});
