import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LONGEST } from '../support/longest-first.ts';

const ROOT = join(import.meta.dirname, '../..');

it('what runs first is named by its path today', () => {
  expect(LONGEST.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
