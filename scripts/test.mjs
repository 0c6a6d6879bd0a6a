#!/usr/bin/env node
// npm test: lint, types, unit, integration on real PostgreSQL and Redis (private and temporary), browser tests in
// Chromium. Nothing is skipped: what cannot run fails. Ends with one line, 'N passed, N failed'.
// npm test -- <filter>: only the test files whose path contains it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { done, fail, say, step, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';
import { runVitest, stopVitest } from './lib/vitest-run.mjs';

const filters = process.argv.slice(2);
const totals = { passed: 0, failed: 0 };
const times = [];
const SLOWEST = 10;

let current = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopVitest();
    current?.kill('SIGTERM');
    process.exitCode = 130;
  });
}

/** Runs a tool of node_modules with its output shown. @returns its exit code */
function tool(file, args, env = process.env) {
  return new Promise((resolve) => {
    current = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    });
    current.once('error', () => resolve(1));
    current.once('close', (code) => resolve(code ?? 1));
  });
}

/** A check that is no test run counts as one failure, or as nothing. */
async function check(label, file, args) {
  step(label);
  if ((await tool(file, args)) === 0) return done(label);
  fail(label);
  totals.failed += 1;
}

/** Runs projects of vitest.config.ts and adds up what their report says. */
async function runTests(label, projects) {
  step(label);
  const result = await runVitest({ projects, filters });
  // A skipped test is no passed one.
  if (result.skipped > 0) fail(`${result.skipped} teste(s) pulado(s): contam como falha`);
  const failed = result.failed + result.skipped;
  totals.passed += result.passed;
  totals.failed += failed;
  times.push(...result.files);
  if (failed === 0) done(label);
  else fail(label);
}

/** Where the time goes. */
function sayTheSlowest() {
  if (times.length < 2) return;
  step('Os arquivos mais lentos');
  for (const { path, ms } of times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    say(`${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
}

async function main() {
  checkNode();
  await ensureDependencies();
  ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium']);
  await generateClient();
  if (filters.length > 0) {
    await runTests(`Testes: ${filters.join(' ')}`, ['unit', 'web', 'integration', 'e2e']);
    return;
  }
  await check('Estilo e regras de importação', '@biomejs/biome/bin/biome', [
    'check',
    '--error-on-warnings',
    '.',
  ]);
  await check('Tipos (servidor)', 'typescript/bin/tsc', ['-p', 'tsconfig.json', '--noEmit']);
  await check('Tipos (interface)', 'typescript/bin/tsc', ['-p', 'web/tsconfig.json', '--noEmit']);
  await runTests('Testes de unidade', ['unit', 'web']);
  await runTests('Testes de integração', ['integration']);
  await runTests('Testes no navegador', ['e2e']);
}

try {
  await main();
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  totals.failed += 1;
}
if (process.exitCode === 130) totals.failed += 1;
sayTheSlowest();
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode ??= totals.failed > 0 || totals.passed === 0 ? 1 : 0;
