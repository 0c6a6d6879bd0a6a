// Says what each test file used of a core: its imports, its tests, and the programs that it started and that have ended. What a
// shared server did for it is in no file's seconds.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { coreSeconds } from '../../scripts/lib/core-seconds.mjs';

const list = process.env.ESCUTA_SEGUNDOS;
if (list) {
  const before = coreSeconds();
  afterAll(() => {
    // Vitest runs from the repository's folder; under jsdom no module of ours can ask where it lies.
    const path = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(list, `${JSON.stringify([path, coreSeconds() - before])}\n`);
  });
}
