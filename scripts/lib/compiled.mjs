// The product's programs for tests, each compiled once a run: with tsx every start compiles and resolves three hundred sources
// file by file, which costs three times what the program itself does until it is ready.
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DATA, ROOT } from './paths.mjs';

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

/** The process that reads one file, for each file that people send: with tsx it takes four times the processor's time. */
const READER = 'worker/src/reading/child.ts';
const READERS_PARENT = join(ROOT, 'worker/src/reading/in-child.ts');
const READERS_PLACE = "new URL('./child.mjs', import.meta.url)";

/** A source finds its neighbours (migrations, samples, threads) from where it stands, wherever it was compiled to. */
const staysInPlace = (folder) => ({
  name: 'stays-in-place',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return null;
      const contents = readerFrom(folder, path, readFileSync(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
    // Packages stay what they are; the workspaces' sources are ours.
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@escuta/') ? null : { path, external: true },
    );
  },
});

/** A source, with the reading process where it was compiled to. */
function readerFrom(folder, path, contents) {
  if (path !== READERS_PARENT) return contents;
  if (!contents.includes(READERS_PLACE)) throw new Error(`${path} não diz mais ${READERS_PLACE}`);
  return contents.replace(READERS_PLACE, JSON.stringify(compiledIn(folder, READER)));
}

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
export const compilePrograms = (folder) => compile(folder, [...PROGRAMS, READER]);

/** For Vitest: a test that has a file read starts the compiled process, which is compiled when its parent is first loaded. */
export function compiledReader() {
  const folder = join(DATA, 'test', `leitura-${process.pid}`);
  let compiled;
  return {
    name: 'compiled-reader',
    enforce: 'pre',
    async transform(contents, path) {
      if (path !== READERS_PARENT) return null;
      compiled ??= compile(folder, [READER]).then(() =>
        process.once('exit', () => rmSync(folder, { recursive: true, force: true })),
      );
      await compiled;
      return { code: readerFrom(folder, path, contents), map: null };
    },
  };
}

async function compile(folder, programs) {
  await findCompiler().build({
    entryPoints: programs.map((file) => join(ROOT, file)),
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
    plugins: [staysInPlace(folder)],
    logLevel: 'warning',
  });
}
