import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { ROOT } from './paths.mjs';

export const WEB_DIST = join(ROOT, 'web/dist');
/** Says of a build that it is one for tests, compressed less. The next build begins by emptying the folder. */
const QUICK_MARK = join(WEB_DIST, '.rapida');

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

/** When the newest file under a path was changed, ms; 0 when there is none. */
export function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = stat.mtimeMs;
  for (const entry of readdirSync(path)) latest = Math.max(latest, newest(join(path, entry)));
  return latest;
}

/**
 * True when the web was never built or a source is newer than the build.
 * @param {{ quick?: boolean }} options `quick`: one for tests will do
 */
export function isWebStale({ quick = false } = {}) {
  // The last that is written.
  const index = join(WEB_DIST, 'entrevista/index.html');
  if (!existsSync(index) || (!quick && existsSync(QUICK_MARK))) return true;
  const built = statSync(index).mtimeMs;
  return SOURCES.some((source) => newest(join(ROOT, source)) > built);
}

/** @param {{ quick?: boolean }} options `quick`: for tests, compressed less: a third of the whole */
export async function buildWeb(environment, { quick = false } = {}) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = { ...environment, NODE_ENV: 'production', ESCUTA_WEB_RAPIDA: quick ? '1' : '' };
  const options = { cwd: join(ROOT, 'web'), env, label: 'A construção da interface' };
  await runQuietly(process.execPath, [vite, 'build'], options);
  if (quick) writeFileSync(QUICK_MARK, '');
  // Into a folder of the first, which empties it.
  await runQuietly(process.execPath, [vite, 'build', '--config', 'vite.entrevista.config.ts'], options);
}
