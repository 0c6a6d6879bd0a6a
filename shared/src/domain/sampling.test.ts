import { describe, expect, it } from 'vitest';
import { isSampled } from './sampling.ts';

describe('sampling', () => {
  const ids = Array.from({ length: 10_000 }, () => crypto.randomUUID());

  it.each([1, 5, 30, 50, 95])('takes %i %% of items within a point and a half', (percentage) => {
    const taken = ids.filter((id) => isSampled(id, percentage)).length;
    expect(Math.abs(taken / ids.length - percentage / 100)).toBeLessThan(0.015);
  });

  it('answers the same for the same item, and never drops an item when the percentage grows', () => {
    for (const id of ids.slice(0, 500)) {
      expect(isSampled(id, 30)).toBe(isSampled(id, 30));
      if (isSampled(id, 30)) expect(isSampled(id, 55)).toBe(true);
    }
  });

  it('takes all at 100 and none at 0', () => {
    expect(ids.every((id) => isSampled(id, 100))).toBe(true);
    expect(ids.some((id) => isSampled(id, 0))).toBe(false);
  });
});
