// Runs test files by Vitest and reads its report.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DATA, ROOT } from './paths.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const REPORTS = join(DATA, 'test');

/** The runs in progress. */
const running = new Set();
let started = 0;
let stopped = false;

/** Time for a run's processes to end by themselves, ms. */
const LEAVE_MS = 5000;

/**
 * Signals a session leader and its whole process group.
 * @returns false if no process of the group is left
 */
export function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}

/** Ends the runs in progress with their workers, browsers and programs under test, and starts no more. */
export function stopVitest() {
  stopped = true;
  for (const child of running) signalGroup(child, 'SIGTERM');
}

/** Kills what a killed run leaves running: its workers, and the programs that they started. */
async function endGroup(child) {
  const until = Date.now() + LEAVE_MS;
  while (signalGroup(child, 0) && Date.now() < until) await delay(50);
  signalGroup(child, 'SIGKILL');
}

/**
 * Runs test files.
 * @param {{ projects: string[], filters?: string[], shown?: boolean, logFile?: string, order?: string, part?: string,
 * workers?: number, onStart?: (child: import('node:child_process').ChildProcess) => void }} options `projects`: of
 * vitest.config.ts; `filters`: parts of the files' paths, none for all; `shown`: dots and failures on this terminal,
 * otherwise output goes to `logFile`; `order`: a word that shuffles the browser tests' files; `part`: '1/3' for the
 * first third of the files (tests/support/file-order.ts); `workers`: maximum, default vitest.config.ts's; `onStart`:
 * receives the process before it starts others
 * @returns {Promise<{ passed: number, failed: number, skipped: number, files: { path: string, ms: number, coreSeconds:
 * number, passed: number, failures: { test: string, message: string }[] }[] }>} `failed` counts a file that did not
 * load, or a run that died, as one; `path` is within the repository; `coreSeconds`: from tests/support/core-seconds.ts
 */
export async function runVitest({
  projects,
  filters = [],
  shown = true,
  logFile,
  order,
  part,
  workers,
  onStart,
}) {
  if (stopped) return { passed: 0, failed: 0, skipped: 0, files: [] };
  mkdirSync(REPORTS, { recursive: true });
  started += 1;
  const report = join(REPORTS, `relatorio-${process.pid}-${started}.json`);
  const used = `${report}.segundos`;
  const args = [
    'run',
    ...(workers ? [`--maxWorkers=${workers}`] : []),
    ...filters,
    ...projects.flatMap((name) => ['--project', name]),
    ...(filters.length > 0 ? ['--passWithNoTests'] : []),
    ...(part ? [`--shard=${part}`] : []),
    ...(shown ? ['--reporter=dot'] : []),
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const output = shown ? 'inherit' : logFile ? openSync(logFile, 'w') : 'ignore';
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, [VITEST, ...args], {
      cwd: ROOT,
      env: { ...process.env, ESCUTA_SEGUNDOS: used, ...(order ? { ORDEM: order } : {}) },
      stdio: ['ignore', output, output],
      // A separate process group, which can be ended as a whole.
      detached: true,
    });
    onStart?.(child);
    running.add(child);
    const end = async (exit) => {
      if (child.pid) await endGroup(child);
      running.delete(child);
      resolve(exit ?? 1);
    };
    child.once('error', () => end(1));
    child.once('close', end);
  });
  if (typeof output === 'number') closeSync(output);
  let said = { testResults: [] };
  try {
    said = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    // A missing report means that the run died, which its exit code shows.
  }
  const secondsOf = readSeconds(used);
  for (const file of [report, used]) rmSync(file, { force: true });
  const files = said.testResults.map((file) => {
    const of = (status) => file.assertionResults.filter((test) => test.status === status);
    const failures = of('failed').map((test) => ({
      test: test.fullName,
      message: test.failureMessages.join('\n'),
    }));
    // A file that could not be loaded has no failed test.
    if (file.status === 'failed' && failures.length === 0)
      failures.push({ test: '(o arquivo)', message: file.message ?? '' });
    const path = relative(ROOT, file.name);
    return {
      path,
      ms: file.endTime - file.startTime,
      coreSeconds: secondsOf.get(path) ?? 0,
      passed: of('passed').length,
      failures,
    };
  });
  const sum = (count) => files.reduce((total, file) => total + count(file), 0);
  const failed = sum((file) => file.failures.length);
  return {
    passed: sum((file) => file.passed),
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: (said.numPendingTests ?? 0) + (said.numTodoTests ?? 0),
    files,
  };
}

/** The core seconds that tests/support/core-seconds.ts wrote, by a file's path. */
function readSeconds(list) {
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trimEnd().split('\n') : [];
  return new Map(lines.map((line) => JSON.parse(line)));
}

/** Every test file with its project; `path` within the repository. */
export async function listTestFiles() {
  const child = spawn(process.execPath, [VITEST, 'list', '--filesOnly', '--json'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text.slice(text.indexOf('['))).map(({ file, projectName }) => ({
    path: relative(ROOT, file),
    project: projectName,
  }));
}
