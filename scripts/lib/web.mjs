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

/**
 * Builds the web, without the compressed copies of its files.
 * @param {Record<string, string | undefined>} environment
 */
export async function buildWeb(environment) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = { ...environment, NODE_ENV: 'production' };
  const options = { cwd: join(ROOT, 'web'), env, label: 'A construção da interface' };
  await runQuietly(process.execPath, [vite, 'build'], options);
  // The runner is built second, because the first build empties the common folder.
  await runQuietly(process.execPath, [vite, 'build', '--config', 'vite.entrevista.config.ts'], options);
}

/**
 * Writes the compressed copies of the built files that are missing. A server without them sends the files themselves.
 * @param {{ background?: boolean }} options `background`: at low priority
 */
export async function compressWeb({ background = false } = {}) {
  const script = join(ROOT, 'web/vite/compress.mjs');
  await runQuietly(process.execPath, [script, WEB_DIST], { background, label: 'A compressão da interface' });
}

/** Builds the web if a source is newer, and writes the compressed copies that are missing. */
export async function ensureWeb(environment) {
  if (isWebStale()) await buildWeb(environment);
  await compressWeb();
}
