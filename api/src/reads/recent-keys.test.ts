import { expect, test } from 'vitest';
import { RecentKeys } from './recent-keys.ts';

test('a key is known for a time, and the oldest go first', () => {
  let now = 1000;
  const keys = new RecentKeys({ ttlMs: 100, max: 2, now: () => now });
  keys.add('a');
  keys.add('b');
  keys.add('a');
  keys.add('c');
  expect(['a', 'b', 'c'].filter((key) => keys.has(key))).toEqual(['a', 'c']);
  now += 100;
  expect(keys.has('c')).toBe(false);
  keys.add('a');
  keys.delete('a');
  expect(keys.has('a')).toBe(false);
});
