#!/usr/bin/env node
// npm run test:longo: the runs that take too long for npm test, which executes only a part of each. Without a name all
// of them run, one after the other.
// - `npm run test:longo -- <name> …`: only these runs
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { done, fail, step, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { RUNS } from './lib/long-runs.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';
import { isStopped, runNode } from './lib/run-node.mjs';
import { answerHelp } from './lib/usage.mjs';

answerHelp('test:longo');

try {
  checkNode();
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in RUNS));
  if (unknown.length > 0) {
    throw new UserError(`Não conheço ${unknown.join(', ')}. Há: ${Object.keys(RUNS).join(', ')}.`);
  }
  for (const { short } of Object.values(RUNS)) {
    const missing = short.filter((file) => !existsSync(join(ROOT, file)));
    if (missing.length > 0) throw new UserError(`A forma curta não existe mais: ${missing.join(', ')}.`);
  }
  await ensureDependencies();
  await ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium']);
  await generateClient();
  for (const [name, long] of Object.entries(RUNS)) {
    if (isStopped()) break;
    if (names.length > 0 && !names.includes(name)) continue;
    const label = `${name}: ${long.what}`;
    step(label);
    if ((await runNode(long.command, { env: long.env })) === 0) done(label);
    else {
      fail(label);
      process.exitCode = 1;
    }
  }
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
