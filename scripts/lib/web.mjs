import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { ROOT } from './paths.mjs';

export const WEB_DIST = join(ROOT, 'web/dist');

const SOURCES = [
  'web/src',
  'web/public',
  'web/vite',
  'web/index.html',
  'web/vite.config.ts',
  'web/entrevista',
  'web/vite.entrevista.config.ts',
  'shared/src',
  'package-lock.json',
];

/** Newest modification time under a path, ms; 0 if it is empty. */
export function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = stat.mtimeMs;
  for (const entry of readdirSync(path)) latest = Math.max(latest, newest(join(path, entry)));
  return latest;
}

/** True if the web was never built or a source is newer than the build. */
export function isWebStale() {
  // Looks at the last file that a build writes.
  const index = join(WEB_DIST, 'entrevista/index.html');
  if (!existsSync(index)) return true;
  const built = statSync(index).mtimeMs;
  return SOURCES.some((source) => newest(join(ROOT, source)) > built);
}

export async function buildWeb(environment) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = { ...environment, NODE_ENV: 'production' };
  const options = { cwd: join(ROOT, 'web'), env, label: 'A construção da interface' };
  await runQuietly(process.execPath, [vite, 'build'], options);
  // The runner is built second, because the first build empties the common folder.
  await runQuietly(process.execPath, [vite, 'build', '--config', 'vite.entrevista.config.ts'], options);
}
