import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { step, UserError } from './console.mjs';
import { ROOT } from './paths.mjs';
import { findProgram } from './programs.mjs';

/** @throws UserError when this Node is too old for the product. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new UserError(`O Escuta precisa do Node.js 20.19 ou mais novo; este é o ${process.versions.node}.`);
  }
}

/** npm writes its own record a moment before or after the lockfile. */
const SAME_INSTALL_MS = 15_000;

function isInstalled() {
  const record = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  return statSync(join(ROOT, 'package-lock.json')).mtimeMs - statSync(record).mtimeMs < SAME_INSTALL_MS;
}

/** `npm ci` when node_modules is absent or older than the lockfile. Nothing here needs install scripts. */
export async function ensureDependencies() {
  if (isInstalled()) return;
  step('Instalando as dependências (npm ci)');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const options = { label: 'npm ci' };
  if (npm?.endsWith('.js')) await runQuietly(process.execPath, [npm, ...args], options);
  else await runQuietly(findProgram('npm') ?? 'npm', args, options);
}
