#!/usr/bin/env node
// npm test: lint, types, unit tests, integration tests on real PostgreSQL and Redis (private and temporary), and
// browser tests in Chromium. A test that cannot run fails; none is skipped. Ends with the line 'N passed, N failed'.
// - `npm test -- <filter>`: only the test files whose path contains this text
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { yieldToOthers } from './lib/background.mjs';
import { stopCommands } from './lib/commands.mjs';
import { sharedPrograms } from './lib/compiled.mjs';
import { done, fail, say, step, UserError, warn } from './lib/console.mjs';
import { asPart, countParts, countsChildren, secondsByPart } from './lib/core-seconds.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { migratedCluster } from './lib/migrated.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { prepareDemonstration } from './lib/private-product.mjs';
import { ensurePrograms, preferHeadlessShell } from './lib/programs.mjs';
import { answerHelp } from './lib/usage.mjs';
import { runVitest, signalGroup, stopVitest } from './lib/vitest-run.mjs';
import { ensureWeb } from './lib/web.mjs';

answerHelp('test');

const filters = process.argv.slice(2);
const totals = { passed: 0, failed: 0 };
const times = [];
/** Failures, a line each, repeated at the end, because often only a log's end is kept or read. */
const failures = [];
const SLOWEST = 10;
/** Greatest number of core seconds that all parts together should use, except PREPARATION (docs/dev/testing.md). */
const BUDGET_SECONDS = 840;
/** Part that runs once per state of the sources; it does not count towards BUDGET_SECONDS. */
const PREPARATION = 'Preparação';
/** Characters shown of a failed test's message. */
const MESSAGE = 300;

/** Running tools of node_modules. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopVitest();
    for (const child of running) signalGroup(child, 'SIGTERM');
    void stopCommands();
    process.exitCode = 130;
  });
}

/**
 * Runs a tool of node_modules to its end.
 * @returns {Promise<{ code: number, said: string }>}
 */
function tool(file, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    // The tool gets a lower priority, because it computes all the time, while tests wait for leases, processes and
    // pages and need a core as soon as these are ready.
    yieldToOthers(child);
    running.add(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
      });
    }
    const end = (code) => {
      running.delete(child);
      resolve({ code, said });
    };
    child.once('error', (error) => {
      said += error.message;
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** Runs a check that is no test run: it counts as a single failure or none, and its output is shown at the end. */
async function check(label, file, args) {
  const { code, said } = await tool(file, args);
  if (said) say(said.trimEnd());
  if (code === 0) return done(label);
  noteFailure(label);
}

function noteFailure(what) {
  fail(what);
  failures.push(what);
  totals.failed += 1;
}

/** Builds the interface once for all browser tests. */
async function buildInterface() {
  const label = 'Construção da interface';
  try {
    await ensureWeb(process.env);
    done(label);
  } catch (error) {
    noteFailure(`${label}: ${error.message}`);
  }
}

/** Makes the demonstration for both parts of the browser tests; null if that failed, which counts as a failure. */
async function demonstrationForPages() {
  try {
    return await prepareDemonstration('demonstracao');
  } catch (error) {
    noteFailure(`Demonstração para os testes no navegador: ${error.message}`);
    return null;
  }
}

/**
 * Runs projects of vitest.config.ts and adds up their reports.
 * @param options.parts parts of the test files, which run at the same time; without it all files are a single run
 * @param options.background true for tests that compute: they get fewer workers, and a lower priority than other tests
 */
async function runTests(label, projects, { parts = [undefined], background = false } = {}) {
  step(label);
  let failedHere = 0;
  const how = background
    ? { onStart: yieldToOthers, workers: Math.ceil(availableParallelism() / 2) }
    : undefined;
  const results = await Promise.all(parts.map((part) => runVitest({ projects, filters, part, ...how })));
  for (const result of results) {
    // Counts skipped tests as failures, because they have not passed.
    if (result.skipped > 0) {
      fail(`${result.skipped} teste(s) pulado(s): contam como falha`);
      failures.push(`${label}: ${result.skipped} teste(s) pulado(s)`);
    }
    failedHere += result.failed + result.skipped;
    totals.passed += result.passed;
    times.push(...result.files);
    const named = result.files.flatMap(({ path, failures: those }) =>
      those.map(({ test, message }) => `${path} > ${test}\n${message.slice(0, MESSAGE)}`),
    );
    failures.push(...named);
    if (result.failed > named.length) failures.push(`${label}: a corrida terminou com erro`);
  }
  totals.failed += failedHere;
  if (failedHere === 0) done(label);
  else fail(label);
}

/** Lists the failures last, where readers of a log look first. */
function sayTheFailures() {
  if (failures.length === 0) return;
  step('O que falhou');
  for (const what of failures) say(what);
}

const line = (seconds, what) => say(`${seconds.toFixed(1).padStart(7)} s  ${what}`);

/** Prints the slowest files: by the clock, and in core seconds. */
function sayTheSlowest() {
  if (times.length < 2) return;
  step('Os arquivos mais lentos');
  for (const { path, ms } of times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) line(ms / 1000, path);
  step('Os arquivos mais caros, em segundos de núcleo, sem o PostgreSQL e o Redis');
  for (const { path, coreSeconds } of times.sort((a, b) => b.coreSeconds - a.coreSeconds).slice(0, SLOWEST))
    line(coreSeconds, path);
}

/** Prints the core seconds of each part, and a warning beyond the budget. */
function sayTheParts() {
  if (!countsChildren) return say('Segundos de núcleo: só o Linux diz quantos são.');
  step('Segundos de núcleo');
  for (const [part, seconds] of secondsByPart()) line(seconds, part);
  const used = secondsByPart().reduce(
    (sum, [part, seconds]) => sum + (part === PREPARATION ? 0 : seconds),
    0,
  );
  line(used, `ao todo, sem a preparação; o limite é ${BUDGET_SECONDS} s`);
  // Exceeding the budget is no failure, because a loaded or slower machine uses more for the same work.
  if (used > BUDGET_SECONDS)
    warn(`Os testes usaram ${used.toFixed(0)} s de núcleo, mais do que os ${BUDGET_SECONDS} s previstos.`);
}

async function main() {
  checkNode();
  countParts();
  await ensureDependencies();
  await preferHeadlessShell();
  await ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium']);
  await generateClient();
  if (filters.length > 0) {
    await runTests(`Testes: ${filters.join(' ')}`, ['unit', 'web', 'web-alone', 'integration', 'e2e']);
    return;
  }
  // Incremental: only files that a change may affect are checked again.
  const typesOf = (project, name) => [
    // Uses one checker: several would each check the shared files again, twice the work on cores that the tests need.
    ...['-p', project, '--noEmit', '--pretty', '--singleThreaded'],
    ...['--incremental', '--tsBuildInfoFile', join(DATA, 'test', `tipos-${name}.tsbuildinfo`)],
  ];
  const lookAtSources = async () => {
    // The checks run one after the other, because each takes all free cores.
    await check('Estilo e regras de importação', '@biomejs/biome/bin/biome', [
      'check',
      '--error-on-warnings',
      '.',
    ]);
    await check('Tipos (servidor)', 'typescript/bin/tsc', typesOf('tsconfig.json', 'servidor'));
    await check('Tipos (interface)', 'typescript/bin/tsc', typesOf('web/tsconfig.json', 'interface'));
  };
  const lookAtPages = async () => {
    const [demonstration] = await Promise.all([demonstrationForPages(), asPart(PREPARATION, buildInterface)]);
    if (!demonstration) return;
    process.env.ESCUTA_DEMONSTRACAO = demonstration.folder;
    // Two halves of the files run at the same time, each with its own product, database and Chromium, because one half
    // often waits (for typing, playback, a stage) while the other works.
    await runTests('Testes no navegador', ['e2e'], { parts: ['1/2', '2/2'] });
    await demonstration.remove();
  };
  // All parts run at once, the longest first: they share nothing, and waiting parts leave the cores to computing parts.
  step('Estilo, tipos e todos os testes, lado a lado');
  // Makes the migrated cluster and the programs once, instead of in each part that needs them.
  await asPart(PREPARATION, () => Promise.all([migratedCluster(), sharedPrograms()]));
  await Promise.all([
    asPart('Testes no navegador', lookAtPages),
    asPart('Testes de integração', () => runTests('Testes de integração', ['integration'])),
    asPart('Estilo e tipos', lookAtSources),
    asPart('Testes de unidade', () =>
      runTests('Testes de unidade', ['unit', 'web', 'web-alone'], { background: true }),
    ),
  ]);
  sayTheParts();
}

try {
  await main();
} catch (error) {
  noteFailure(error instanceof UserError ? error.message : (error.stack ?? String(error)));
}
if (process.exitCode === 130) totals.failed += 1;
sayTheSlowest();
sayTheFailures();
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode ??= totals.failed > 0 || totals.passed === 0 ? 1 : 0;
