import { expect, it } from 'vitest';
import { waitAfter } from './backoff.ts';

it('doubles up to its limit, however often something failed', () => {
  const waits = [1, 2, 3, 8, 5000].map((tries) => waitAfter({ firstMs: 30_000, maxMs: 3_600_000 }, tries));
  expect(waits).toEqual([30_000, 60_000, 120_000, 3_600_000, 3_600_000]);
});

it('follows a list to its end, and then says that it was the last try', () => {
  expect([1, 2, 3].map((tries) => waitAfter([50, 70], tries))).toEqual([50, 70, null]);
});
