#!/usr/bin/env node
// Adds to package-lock.json the optional packages for other systems (darwin, win32, musl …) that npm left out because
// its registry did not offer them: `npm ci` refuses a lockfile without them, on every system. Run it after adding or
// updating a dependency; tests/architecture/lockfile.test.ts reports if it was forgotten.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32)/;
const PROCESSORS = /(arm64|x64|ia32|arm|ppc64|s390x|riscv64|loong64|mips64el|wasm32)/;

/** Finds the lockfile's path of the package that Node would load as `name` from the package at `from`. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '' || !folder.includes('node_modules')) {
      return `node_modules/${name}` in packages ? `node_modules/${name}` : null;
    }
  }
}

/**
 * Finds the optional packages that packages of the lockfile require, but that have no entry in the lockfile.
 * @returns {{ parent: string, name: string, version: string }[]}
 */
export function missingOptionals(lockfile) {
  return Object.entries(lockfile.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => locate(lockfile.packages, parent, name) === null)
      .map(([name, version]) => ({ parent, name, version })),
  );
}

/** Adds an entry for each missing package, limited to its system and processor so that npm fetches it only there. */
export function completeLockfile(lockfile) {
  const packages = { ...lockfile.packages };
  for (const { parent, name, version } of missingOptionals(lockfile)) {
    const os = SYSTEMS.exec(name)?.[1];
    const cpu = PROCESSORS.exec(name)?.[1];
    if (!/^\d+\.\d+\.\d+/.test(version) || (!os && !cpu)) {
      throw new Error(`${parent}: não sei completar ${name}@${version}`);
    }
    const libc = name.endsWith('musl') ? 'musl' : os === 'linux' && name.endsWith('gnu') ? 'glibc' : null;
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(libc ? { libc: [libc] } : {}),
      ...(packages[parent].license ? { license: packages[parent].license } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lockfile = JSON.parse(readFileSync(FILE, 'utf8'));
  const missing = missingOptionals(lockfile);
  if (missing.length > 0) writeFileSync(FILE, `${JSON.stringify(completeLockfile(lockfile), null, 2)}\n`);
  console.log(
    missing.length === 0 ? 'Nada a completar.' : `Completados: ${missing.map((m) => m.name).join(', ')}`,
  );
}
