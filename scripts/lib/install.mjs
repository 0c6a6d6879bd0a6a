import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { step, UserError } from './console.mjs';
import { ROOT } from './paths.mjs';
import { findProgram } from './programs.mjs';

/** Checks the version of Node. @throws UserError if this Node is too old for the product */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new UserError(`A Escuta precisa do Node.js 20.19 ou mais novo; este é o ${process.versions.node}.`);
  }
}

/**
 * True if npm's installed packages equal the lockfile: by versions, not file times, which a checkout, a copy or a
 * branch switch changes.
 * @param wanted, installed contents of package-lock.json and node_modules/.package-lock.json
 */
export function isInstalledAsLocked(wanted, installed) {
  return Object.entries(wanted.packages).every(
    ([path, { version, integrity, optional, devOptional, link }]) => {
      // Skips the workspaces and the links to them.
      if (link || !path.includes('node_modules/')) return true;
      const found = installed.packages[path];
      // Packages of other platforms are left out.
      if (!found) return optional === true || devOptional === true;
      return found.version === version && found.integrity === integrity;
    },
  );
}

/** The part of a lockfile that runs the product, without tools that only tests, builds of packages or checks need. */
export const runningPart = ({ packages }) => ({
  packages: Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => !dev)),
});

/**
 * The installed part of the lockfile: `all`, `running` (the part that runs the product), or `none` (also if the
 * installed packages differ from the lockfile).
 */
function installed() {
  const record = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return 'none';
  const [wanted, found] = [join(ROOT, 'package-lock.json'), record].map((path) =>
    JSON.parse(readFileSync(path, 'utf8')),
  );
  if (isInstalledAsLocked(wanted, found)) return 'all';
  return isInstalledAsLocked(runningPart(wanted), found) ? 'running' : 'none';
}

/**
 * Installs the lockfile's packages that are missing, without install scripts, because no package needs them.
 * @param {{ tools?: boolean }} options `tools`: true to install also the tools for tests and checks, which running the
 * product does not need
 */
export async function ensureDependencies({ tools = true } = {}) {
  const there = installed();
  if (there === 'all' || (there === 'running' && !tools)) return;
  step(`Instalando as dependências (${tools ? 'todas' : 'sem as ferramentas de teste'})`);
  // Adds the tools to the installed packages with npm install, because npm ci would empty the folder first, and a
  // running product may load its packages at any time.
  const how = there === 'running' ? ['install', '--no-save'] : ['ci', ...(tools ? [] : ['--omit=dev'])];
  const npm = process.env.npm_execpath;
  const args = [...how, '--ignore-scripts', '--no-audit', '--no-fund'];
  const options = { label: `npm ${how[0]}` };
  if (npm?.endsWith('.js')) await runQuietly(process.execPath, [npm, ...args], options);
  else await runQuietly(findProgram('npm') ?? 'npm', args, options);
}
