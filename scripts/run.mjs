#!/usr/bin/env node
// node scripts/run.mjs FILE [arguments]: runs a TypeScript command of this checkout, after installing missing packages,
// so that every `npm run …` of the documentation works on a fresh clone. Messages about the installation go to stderr,
// because stdout belongs to the command.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fail, sayToStderr, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { answerHelp, scriptOf } from './lib/usage.mjs';

const [file, ...args] = process.argv.slice(2);
answerHelp(scriptOf(file), args);
/** Matches the operators' commands, which the image has too and which need no test tools. */
const OF_OPERATORS = /^scripts\/(operations\/|seed-command|reindex-command)/;
sayToStderr();
try {
  checkNode();
  await ensureDependencies({ tools: !OF_OPERATORS.test(file) });
  await generateClient();
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exit(2);
}
const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, file), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
// The terminal's Ctrl+C reaches the child directly; this process ends when the child does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT') child.kill(signal);
  });
}
child.once('error', (error) => {
  fail(error.message);
  process.exit(2);
});
child.once('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
