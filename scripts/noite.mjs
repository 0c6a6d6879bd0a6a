#!/usr/bin/env node
// npm run noite: runs everything that only people start (scripts/lib/night.mjs), one run after the other, and prints a
// table at the end. Runs that passed before on these sources, with this Node, are skipped, so that an interrupted night
// continues and failed runs are repeated. A run's output goes to .data/noite/<node>/<name>.log; its end is printed if
// the run fails.
// - `npm run noite -- 1`, `2` or `3`: only this part
// - `-- <name> …`: only these runs
// - `--de-novo`: ignores earlier results
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runQuietly } from './lib/commands.mjs';
import { done, fail, say, step, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { NIGHT_RUNS, PARTS } from './lib/night.mjs';
import { DATA } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';
import { isStopped, runNode } from './lib/run-node.mjs';
import { answerHelp } from './lib/usage.mjs';

answerHelp('noite');

const FOLDER = join(DATA, 'noite', `node-${process.versions.node}`);
/** Characters shown of a failed run's output. */
const SHOWN = 3000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'de-novo': { type: 'boolean', default: false } },
});

/**
 * The requested runs, in the order of the parts.
 * @throws UserError for an unknown name
 */
function wantedRuns() {
  const all = PARTS.flatMap((part) => Object.keys(part));
  if (positionals.length === 0) return all;
  const wanted = new Set(
    positionals.flatMap((name) =>
      name in NIGHT_RUNS ? [name] : Object.keys(PARTS[Number(name) - 1] ?? { [name]: 0 }),
    ),
  );
  const unknown = [...wanted].filter((name) => !(name in NIGHT_RUNS));
  if (unknown.length > 0)
    throw new UserError(
      `Não conheço ${unknown.join(', ')}. Há as partes 1 a ${PARTS.length} e: ${all.join(', ')}.`,
    );
  return all.filter((name) => wanted.has(name));
}

/** Identifies the sources, committed or not, by Git's tree hash, computed with a private index. */
async function sourcesNow() {
  const env = { ...process.env, GIT_INDEX_FILE: join(FOLDER, 'index') };
  await runQuietly('git', ['add', '--all'], { env, label: 'git add' });
  return (await runQuietly('git', ['write-tree'], { env, label: 'git write-tree' })).trim();
}

/** The last result of a run on these sources; null if it has not run on them. */
function lastResult(name, sources) {
  const file = join(FOLDER, `${name}.json`);
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return kept?.sources === sources ? kept : null;
}

/**
 * Does a run and stores its result.
 * @returns null if a signal ended it
 */
async function doRun(name, sources) {
  const { what, command, env } = NIGHT_RUNS[name];
  step(`${name}: ${what}`);
  const log = join(FOLDER, `${name}.log`);
  const output = openSync(log, 'w');
  const began = performance.now();
  const code = await runNode(command, { env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', output, output] });
  closeSync(output);
  if (isStopped()) return null;
  const result = { sources, passed: code === 0, seconds: Math.round((performance.now() - began) / 1000) };
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(result));
  if (result.passed) done(`${name}: ${result.seconds} s`);
  else fail(`${name}: ${result.seconds} s; ${log}\n${readFileSync(log, 'utf8').slice(-SHOWN)}`);
  return result;
}

/** Prints the results. @param rows each run's name, its result, and whether the result is of an earlier night */
function sayTheTable(rows) {
  const widest = Math.max(...rows.map(({ name }) => name.length));
  say('');
  for (const { name, result, before } of rows) {
    const said = result === null ? 'não rodou' : result.passed ? 'passou' : 'falhou';
    const seconds = result ? `${result.seconds} s` : '–';
    say(`${name.padEnd(widest)}  ${said.padEnd(9)}  ${seconds.padStart(7)}${before ? '  (de antes)' : ''}`);
  }
  const count = (test) => rows.filter(({ result }) => test(result)).length;
  const seconds = rows.reduce((sum, { result }) => sum + (result?.seconds ?? 0), 0);
  say(
    `${count((result) => result?.passed)} passaram, ${count((result) => result?.passed === false)} falharam, ` +
      `${count((result) => result === null)} não rodaram; ${Math.round(seconds / 60)} min`,
  );
}

try {
  checkNode();
  const names = wantedRuns();
  await ensureDependencies();
  await ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium', 'haproxy']);
  await generateClient();
  mkdirSync(FOLDER, { recursive: true });
  const sources = await sourcesNow();
  const rows = [];
  for (const name of names) {
    const last = options['de-novo'] ? null : lastResult(name, sources);
    const before = last?.passed === true;
    rows.push({ name, before, result: before ? last : isStopped() ? null : await doRun(name, sources) });
  }
  sayTheTable(rows);
  process.exitCode = isStopped() ? 130 : rows.every(({ result }) => result?.passed) ? 0 : 1;
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
