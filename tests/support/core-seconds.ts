// Reports each test file's CPU time: imports, tests, and programs that it started and that ended; without work of
// shared servers.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { coreSeconds } from '../../scripts/lib/core-seconds.mjs';

const list = process.env.ESCUTA_SEGUNDOS;
if (list) {
  const before = coreSeconds();
  afterAll(() => {
    // Vitest runs in the repository's folder; under jsdom a module cannot find its own path.
    const path = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(list, `${JSON.stringify([path, coreSeconds() - before])}\n`);
  });
}
