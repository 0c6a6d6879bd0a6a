import { expect, test } from 'vitest';
import { RecentKeys } from './recent-keys.ts';

test('uma chave é conhecida por um tempo, e as mais antigas saem primeiro', () => {
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
