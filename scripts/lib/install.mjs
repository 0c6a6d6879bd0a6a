import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { step, UserError } from './console.mjs';
import { ROOT } from './paths.mjs';
import { findProgram } from './programs.mjs';

/** @throws UserError when this Node is too old for the product. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new UserError(`A Escuta precisa do Node.js 20.19 ou mais novo; este é o ${process.versions.node}.`);
  }
}

/**
 * Tells whether npm's installed packages equal the lockfile: by versions, not file times, which a checkout, a copy or
 * a branch switch changes.
 * @param wanted, installed contents of package-lock.json and node_modules/.package-lock.json
 */
export function isInstalledAsLocked(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, { version, integrity, optional, link }]) => {
    // The workspaces themselves, and the links to them.
    if (link || !path.includes('node_modules/')) return true;
    const found = installed.packages[path];
    // Packages for other platforms are left out.
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

function isInstalled() {
  const record = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const [wanted, installed] = [join(ROOT, 'package-lock.json'), record].map((path) =>
    JSON.parse(readFileSync(path, 'utf8')),
  );
  return isInstalledAsLocked(wanted, installed);
}

/** Runs `npm ci` when node_modules is missing or differs from the lockfile. No install scripts are needed. */
export async function ensureDependencies() {
  if (isInstalled()) return;
  step('Instalando as dependências (npm ci)');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const options = { label: 'npm ci' };
  if (npm?.endsWith('.js')) await runQuietly(process.execPath, [npm, ...args], options);
  else await runQuietly(findProgram('npm') ?? 'npm', args, options);
}
