#!/usr/bin/env node
// `node scripts/other-node.mjs 24 [filter …]`: runs npm test with another major version of Node, from npm. Fetches the
// program once, to .data/node-<major>.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runQuietly } from './lib/commands.mjs';
import { fail, step, UserError } from './lib/console.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { runNode } from './lib/run-node.mjs';

const [major, ...filters] = process.argv.slice(2);

/**
 * Finds the `node` program of a major version, and fetches it from npm if missing.
 * @throws UserError
 */
async function programOf(version) {
  if (!/^\d+$/.test(version ?? '')) throw new UserError('Diga a versão maior do Node: 22 ou 24.');
  const folder = join(DATA, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  step(`Baixando o Node ${version}`);
  const npm = process.env.npm_execpath;
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
  const command = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
  await runQuietly(...command, { label: `npm install ${name}` });
  return program;
}

try {
  const program = await programOf(major);
  const PATH = [dirname(program), process.env.PATH].filter(Boolean).join(delimiter);
  process.exitCode = await runNode([join(ROOT, 'scripts/test.mjs'), ...filters], { program, env: { PATH } });
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
