#!/usr/bin/env node
// npm test: lint, types, unit, integration on real PostgreSQL and Redis (private and temporary), browser tests in
// Chromium. Nothing is skipped: what cannot run fails. Ends with one line, 'N passed, N failed'.
// npm test -- <filter>: only the test files whose path contains it.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { done, fail, step, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';

const filters = process.argv.slice(2);
const totals = { passed: 0, failed: 0 };

let current = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // The run in progress stops its own servers.
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
  const report = join(DATA, 'test', `relatorio-${process.pid}.json`);
  mkdirSync(join(DATA, 'test'), { recursive: true });
  const code = await tool('vitest/vitest.mjs', [
    'run',
    ...filters,
    ...projects.flatMap((name) => ['--project', name]),
    ...(filters.length > 0 ? ['--passWithNoTests'] : []),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  let said = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  try {
    said = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    // No report: the run died before its end, which the exit code says too.
  }
  rmSync(report, { force: true });
  // A file that could not even be loaded has no failed test of its own; a skipped test is no passed one.
  const broken = said.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const skipped = said.numPendingTests + said.numTodoTests;
  if (skipped > 0) fail(`${skipped} teste(s) pulado(s): contam como falha`);
  let failed = said.numFailedTests + broken + skipped;
  if (code !== 0 && failed === 0) failed = 1;
  totals.passed += said.numPassedTests;
  totals.failed += failed;
  if (failed === 0) done(label);
  else fail(label);
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
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode ??= totals.failed > 0 || totals.passed === 0 ? 1 : 0;
