#!/usr/bin/env node
// npm run test:repetir: finds tests that depend on timing. While every core is kept busy, it runs 20 times the test
// files that wait, animate, measure or use axe, and 3 times all others; browser tests, whose files share a product, run
// in another order each time. Takes hours; reports failures immediately, and ends with a table. Exit code 1 if anything
// failed.
// - `npm run test:repetir -- <filter> …`: only the files whose path contains one of these texts
// - `--vezes <n>`: number of runs per file
// - `--sem-carga`: does not keep the cores busy (on a machine that is already busy)
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepBusy } from './lib/busy.mjs';
import { done, fail, say, step, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { DATA } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';
import { answerHelp } from './lib/usage.mjs';
import { listTestFiles, runVitest, stopVitest } from './lib/vitest-run.mjs';

answerHelp('test:repetir');

const OFTEN = 20;
const SELDOM = 3;

/**
 * Files repeated OFTEN times, like browser tests, because they wait for timers, sockets, other processes or the CPU.
 */
const DELICATE = [
  'worker/src/analysis/templates/spoken-instructions.test.ts',
  'shared/src/platform/http/guarded-http.test.ts',
  'tests/integration/api-process.test.ts',
  'tests/integration/asterisk-configs.test.ts',
  'tests/integration/audio-engine.test.ts',
  'tests/integration/auth.test.ts',
  'tests/integration/backup.test.ts',
  'tests/integration/cep.test.ts',
  'tests/integration/doctor.test.ts',
  'tests/integration/fairness.test.ts',
  'tests/integration/http.test.ts',
  'tests/integration/live-events.test.ts',
  'tests/integration/mail.test.ts',
  'tests/integration/metrics.test.ts',
  'tests/integration/password-links.test.ts',
  'tests/integration/pipeline-resilience.test.ts',
  'tests/integration/processing-effects.test.ts',
  'tests/integration/provider-outage.test.ts',
  'tests/integration/provider-requests.test.ts',
  'tests/integration/pump.test.ts',
  'tests/integration/registros.test.ts',
  'tests/integration/several-processes.test.ts',
  'tests/integration/standing-still.test.ts',
  'tests/integration/gravacoes-kill.test.ts',
  'tests/integration/importacao-kill.test.ts',
  'tests/integration/portal-auditada.test.ts',
  'tests/integration/portal-criar.test.ts',
  'tests/integration/portal-kill.test.ts',
  'tests/integration/portal-ler.test.ts',
  'tests/integration/tasks-kill.test.ts',
  'tests/integration/watched-pool.test.ts',
  'tests/integration/wire-errors.test.ts',
];
/** Groups of Vitest projects that run in one run. */
const GROUPS = [['unit', 'web', 'web-alone'], ['integration'], ['e2e']];

const LOGS = join(DATA, 'repetir');

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { vezes: { type: 'string' }, 'sem-carga': { type: 'boolean', default: false } },
});

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    stopVitest();
  });
}

/**
 * The files to run, each with its number of runs.
 * @throws UserError on an outdated name, or if there is nothing to run
 */
async function plan() {
  const times = options.vezes === undefined ? null : Number(options.vezes);
  if (times !== null && !(Number.isInteger(times) && times > 0)) {
    throw new UserError('--vezes pede um número inteiro maior que zero.');
  }
  const all = await listTestFiles();
  const gone = DELICATE.filter((path) => !all.some((file) => file.path === path));
  if (gone.length > 0) throw new UserError(`scripts/repetir.mjs nomeia o que não existe: ${gone.join(', ')}`);
  const chosen = all.filter(
    ({ path }) => filters.length === 0 || filters.some((part) => path.includes(part)),
  );
  if (chosen.length === 0) throw new UserError(`Nenhum arquivo de teste contém ${filters.join(' ou ')}.`);
  return chosen.map(({ path, project }) => ({
    path,
    project,
    times: times ?? (project === 'e2e' || DELICATE.includes(path) ? OFTEN : SELDOM),
    runs: 0,
    failed: 0,
    slowestMs: 0,
    what: new Map(),
  }));
}

/** Runs those files of a group that are still due. */
async function round(number, rounds, group, files) {
  const due = files.filter((file) => group.includes(file.project) && file.times >= number);
  if (due.length === 0) return;
  const logFile = join(LOGS, `${group.join('-')}-${number}.log`);
  const start = Date.now();
  const result = await runVitest({
    projects: group,
    filters: due.map(({ path }) => path),
    shown: false,
    logFile,
    order: `vez ${number}`,
  });
  if (interrupted) return;
  for (const file of due) {
    const said = result.files.find(({ path }) => path === file.path);
    // A file about which the run reports nothing counts as failed, because the run died.
    const failures = said?.failures ?? [{ test: '(sem resultado)', message: `veja ${logFile}` }];
    file.runs += 1;
    file.slowestMs = Math.max(file.slowestMs, said?.ms ?? 0);
    if (failures.length > 0) file.failed += 1;
    for (const { test, message } of failures) {
      fail(`${file.path}: ${test}\n    ${message.split('\n')[0]}`);
      file.what.set(test, (file.what.get(test) ?? 0) + 1);
      writeFileSync(join(LOGS, 'falhas.txt'), `${file.path} (vez ${number}): ${test}\n${message}\n\n`, {
        flag: 'a',
      });
    }
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  const label = `${group.join(' e ')}, vez ${number} de ${rounds}: ${due.length} arquivo(s) em ${seconds} s`;
  if (result.failed > 0) fail(label);
  else {
    done(label);
    rmSync(logFile, { force: true });
  }
}

function printTable(files) {
  const ran = files.filter(({ runs }) => runs > 0);
  const width = Math.max(7, ...ran.map(({ path }) => path.length));
  say(`\n${'arquivo'.padEnd(width)}  vezes  falhas  mais lenta`);
  for (const { path, runs, failed, slowestMs, what } of ran.sort((a, b) => b.failed - a.failed)) {
    const slowest = `${(slowestMs / 1000).toFixed(1)} s`;
    say(
      `${path.padEnd(width)}  ${String(runs).padStart(5)}  ${String(failed).padStart(6)}  ${slowest.padStart(10)}`,
    );
    for (const [test, times] of what) say(`    ${times}× ${test}`);
  }
  const total = (count) => ran.reduce((sum, file) => sum + count(file), 0);
  say(`\n${total(({ runs }) => runs)} execuções, ${total(({ failed }) => failed)} com falha`);
}

let busy = null;
try {
  checkNode();
  await ensureDependencies();
  await ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium']);
  await generateClient();
  const files = await plan();
  rmSync(LOGS, { recursive: true, force: true });
  mkdirSync(LOGS, { recursive: true });
  step(`${files.length} arquivo(s); o que falhar fica em ${join('.data', 'repetir')}`);
  if (!options['sem-carga']) busy = keepBusy();
  for (const group of GROUPS) {
    const rounds = Math.max(
      0,
      ...files.filter(({ project }) => group.includes(project)).map(({ times }) => times),
    );
    for (let number = 1; number <= rounds && !interrupted; number += 1)
      await round(number, rounds, group, files);
  }
  printTable(files);
  const isGreen = files.every(({ runs, times, failed }) => failed === 0 && runs === times);
  if (interrupted) fail('Interrompido antes do fim.');
  process.exitCode = interrupted ? 130 : isGreen ? 0 : 1;
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
} finally {
  busy?.stop();
}
