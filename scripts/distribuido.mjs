#!/usr/bin/env node
// npm run test:distribuido: runs three API processes behind HAProxy and four workers, as on several machines, while
// processes are killed and replaced, Redis fails over and PostgreSQL's standby is promoted
// (docs/operacao/varias-maquinas.md). Separate from npm test, because a tier takes minutes.
// - `npm run test:distribuido -- <tier> …`: only these tiers
// - `--itens <n>`: number of items to process; default 500
// - `--de <commit>`: the version before the rollout
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

answerHelp('test:distribuido');

try {
  checkNode();
  await ensureDependencies();
  await ensurePrograms(['postgres', 'redis', 'ffmpeg', 'haproxy']);
  await generateClient();
  const folder = join(DATA, 'distribuido', randomBytes(4).toString('hex'));
  mkdirSync(folder, { recursive: true });
  const code = await runNode(
    ['--import', 'tsx', join(ROOT, 'tests/distribuido/main.ts'), '--pasta', folder, ...process.argv.slice(2)],
    { env: { NODE_ENV: 'test' } },
  );
  // Keeps the folder after a failure, because its logs show the reason.
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  else fail(`Os registros ficaram em ${folder}`);
  process.exitCode = code;
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
