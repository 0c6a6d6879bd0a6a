// The product's programs for tests, each compiled once a run: with tsx every start compiles and resolves three hundred sources
// file by file, which costs three times what the program itself does until it is ready.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';

/** What tests start as processes of their own. */
const PROGRAMS = [
  'api/src/main.ts',
  'worker/src/main.ts',
  'demo-ai/src/main.ts',
  'prisma/seed/main.ts',
  'scripts/operations/backup-command.ts',
  'scripts/operations/restore-command.ts',
  'scripts/operations/doctor-command.ts',
];

/** A source finds its neighbours (migrations, samples, threads) from where it stands, wherever it was compiled to. */
const staysInPlace = {
  name: 'stays-in-place',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return null;
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
    // Packages stay what they are; the workspaces' sources are ours.
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@escuta/') ? null : { path, external: true },
    );
  },
};

/** tsx's own compiler, so that a program means the same as with tsx. */
function findCompiler() {
  const tsx = createRequire(join(ROOT, 'package.json')).resolve('tsx');
  return createRequire(tsx)('esbuild');
}

/**
 * Where a program lies in the folder it was compiled to.
 * @param {string} folder
 * @param {string} file its source's path within the repository
 */
export const compiledIn = (folder, file) => join(folder, file.replace(/\.ts$/, '.mjs'));

/**
 * Compiles the programs into a folder within the repository, where their packages are found.
 * @param {string} folder
 */
export async function compilePrograms(folder) {
  await findCompiler().build({
    entryPoints: PROGRAMS.map((file) => join(ROOT, file)),
    outbase: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['node'],
    sourcemap: 'inline',
    plugins: [staysInPlace],
    logLevel: 'warning',
  });
}
