#!/usr/bin/env node
// npm run test:faults: stops and kills PostgreSQL, Redis, provider, storage and workers while items are processed.
// Afterwards every item must have ended and been charged once, and nothing may be left over. Separate from npm test,
// because it takes a quarter of an hour.
// - `npm run test:faults -- --cenario <name> …`: only these scenarios ('worker-*': all with this prefix)
// - `--itens <n>`: number of items to process; default 200
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';
import { runNode } from './lib/run-node.mjs';
import { answerHelp } from './lib/usage.mjs';

answerHelp('test:faults');

try {
  checkNode();
  await ensureDependencies();
  await ensurePrograms(['postgres', 'redis', 'ffmpeg']);
  await generateClient();
  const folder = join(DATA, 'falhas', randomBytes(4).toString('hex'));
  mkdirSync(folder, { recursive: true });
  const code = await runNode(
    ['--import', 'tsx', join(ROOT, 'tests/faults/main.ts'), '--pasta', folder, ...process.argv.slice(2)],
    { env: { NODE_ENV: 'test' } },
  );
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code;
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
