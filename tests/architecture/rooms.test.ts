// A folder has at most 15 files, tests not counted, so that newcomers find a file at a glance.
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const MOST = 15;

it.each(['shared/src', 'api/src', 'worker/src', 'web/src'])(
  '%s has no room of more than 15 files',
  (workspace) => {
    const files = new Map<string, number>();
    for (const path of filesUnder(workspace)) {
      if (/\.test\.tsx?$/.test(path)) continue;
      files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
    }
    expect(files.size).toBeGreaterThan(10);
    expect([...files].filter(([, n]) => n > MOST)).toEqual([]);
  },
);
