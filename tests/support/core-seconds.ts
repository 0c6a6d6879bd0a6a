// Reports the CPU time of each test file: its imports, its tests, and the programs that it started and that have ended.
// Work of shared servers does not count.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { coreSeconds } from '../../scripts/lib/core-seconds.mjs';

const list = process.env.ESCUTA_SEGUNDOS;
if (list) {
  const before = coreSeconds();
  afterAll(() => {
    // The path is relative to the repository, where Vitest runs, because under jsdom a module cannot find its own path.
    const path = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(list, `${JSON.stringify([path, coreSeconds() - before])}\n`);
  });
}
