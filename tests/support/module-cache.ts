// Keeps Vitest's transformed sources on disk for later and concurrent runs: transforming is three quarters of Vitest's
// own work. Vitest's cache key covers text, path, configuration and lockfile; this file adds the other inputs.
// clearModules deletes modules unused for a week.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vitest/config';
import { namesPrograms, placeOfPrograms } from '../../scripts/lib/compiled.mjs';
import { DATA, ROOT } from '../../scripts/lib/paths.mjs';

const PLACES = join(DATA, 'test');
// Each state of the packages has its own folder: Vitest clears another state's folder, even while a run reads it.
const FOLDER = join(
  PLACES,
  `modulos-${hashOf(['package-lock.json', 'node_modules/.package-lock.json'].filter((name) => existsSync(join(ROOT, name)))).slice(0, 16)}`,
);
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Settings for `test.experimental` of vitest's configuration and of each project. */
export const kept = { fsModuleCache: true, fsModuleCachePath: FOLDER };

/** Hashes the inputs that Vitest's key lacks: compiler settings, places of our packages, and the web's plugins. */
function surroundings(): string {
  const plugins = readdirSync(join(ROOT, 'web/vite')).map((name) => `web/vite/${name}`);
  const packages = ['shared', 'prisma', 'api', 'worker', 'demo-ai', 'web', 'tests'];
  const files = [
    ...['vitest.config.ts', 'web/vite.config.ts', 'tsconfig.base.json', 'tsconfig.json', 'web/tsconfig.json'],
    ...packages.map((name) => `${name}/package.json`),
    ...[...plugins, 'scripts/lib/compiled.mjs'].sort(),
  ];
  return hashOf(files);
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Adds compiler settings, packages and plugins to each project's cache key. */
export function moduleCache(): Plugin {
  return {
    name: 'module-cache',
    configureVitest({ experimental_defineCacheKeyGenerator: define }) {
      clearModules();
      const around = surroundings();
      let programs: string | null = null;
      define(({ id, sourceCode }) => {
        if (!namesPrograms(id, sourceCode)) return around;
        // This module contains the path of the compiled programs, so that the path is part of its key. While the
        // programs do not exist, the module is not cached.
        programs ??= placeOfPrograms();
        return existsSync(programs) ? around + programs : false;
      });
    },
  };
}

function clearModules(): void {
  if (!existsSync(FOLDER)) return;
  for (const name of readdirSync(PLACES)) {
    const path = join(PLACES, name);
    if (!name.startsWith('modulos') || path === FOLDER) continue;
    // A concurrent run may have deleted the file.
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < Date.now() - DAY_MS)
      rmSync(path, { recursive: true, force: true });
  }
  const old = Date.now() - WEEK_MS;
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < old)
      rmSync(path, { force: true });
  }
}
