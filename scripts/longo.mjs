#!/usr/bin/env node
// npm run test:longo: the runs that take too long for npm test, each by its name. Apart from it, as npm run test:faults is.
// npm run test:longo -- <name> …: only these; without a name all, one after the other.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { done, fail, step, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';

/**
 * The long runs: what each shows, and the test file that gets ESCUTA_TESTES_LONGOS=1, by which it knows to do all of what
 * npm test does a part of.
 */
const RUNS = {
  'valores-hostis': {
    what: 'cada valor hostil em cada campo de cada contrato, por cada tipo de quem chama',
    project: 'integration',
    file: 'tests/access/hostile-values.test.ts',
  },
};

let child = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // The run stops its own servers.
  process.on(signal, () => child?.kill('SIGTERM'));
}

async function run({ project, file }) {
  child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, file, '--reporter=default'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ESCUTA_TESTES_LONGOS: '1' } },
  );
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

try {
  checkNode();
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in RUNS));
  if (unknown.length > 0) {
    throw new UserError(`Não conheço ${unknown.join(', ')}. Há: ${Object.keys(RUNS).join(', ')}.`);
  }
  await ensureDependencies();
  ensurePrograms(['postgres', 'redis', 'ffmpeg']);
  await generateClient();
  for (const [name, long] of Object.entries(RUNS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const label = `${name}: ${long.what}`;
    step(label);
    if ((await run(long)) === 0) done(label);
    else {
      fail(label);
      process.exitCode = 1;
    }
  }
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
