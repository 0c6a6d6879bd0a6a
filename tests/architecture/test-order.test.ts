import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { divide, LONGER } from '../support/file-order.ts';
import { LONGEST } from '../support/longest-first.ts';

const ROOT = join(import.meta.dirname, '../..');

it('what runs first, and what takes longer than it looks, is named by its path today', () => {
  const named = [...LONGEST, ...Object.keys(LONGER)];
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('divides the browser tests in parts of about the same weight, each file in one, always the same', () => {
  const files = [
    ['e', 1],
    ['a', 9],
    ['c', 4],
    ['b', 5],
    ['d', 1],
  ] as const;
  expect(divide(files, 2)).toEqual([
    ['a', 'd'],
    ['b', 'c', 'e'],
  ]);
  expect(divide([...files].reverse(), 2)).toEqual(divide(files, 2));
  expect(divide(files, 1)[0]?.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
});
