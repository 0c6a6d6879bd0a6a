// Compiles the servers' programs to plain JavaScript (decision 1): each with its packages in few files, so that Node
// reads and compiles dozens of files at a start instead of two thousand. The image, `npm start` and every test run the
// same programs.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DATA, ROOT } from './paths.mjs';

/** Folder from which `npm start` and the image run the programs. */
export const PROGRAMS_DIST = join(ROOT, 'dist');

/** Half of the young generation, MB, the same as in deploy/entrypoint.sh. Cost and benefit: decision 1. */
export const SEMI_SPACE_MB = 8;
/**
 * Growth of the worker's heap between collections, % of its live size, the same as in deploy/entrypoint.sh (decision
 * 1).
 */
export const HEAP_GROWING_PERCENT = 50;

/** Programs that operators and tests start, by output name. */
const PROGRAMS = {
  api: 'api/src/main.ts',
  worker: 'worker/src/main.ts',
  'demo-ai': 'demo-ai/src/main.ts',
  seed: 'prisma/seed/main.ts',
  backup: 'scripts/operations/backup-command.ts',
  restore: 'scripts/operations/restore-command.ts',
  doctor: 'scripts/operations/doctor-command.ts',
  alinhar: 'scripts/operations/alinhar-command.ts',
  onde: 'scripts/operations/where-command.ts',
  'check-configuration': 'deploy/check-configuration.ts',
  'ensure-bucket': 'deploy/ensure-bucket.ts',
  'wait-for-migrations': 'deploy/wait-for-migrations.ts',
};
/** Parts that the programs themselves start: the reading process, and threads. */
const PARTS = {
  'reading-child': 'worker/src/reading/child.ts',
  thread: 'worker/src/thread.mjs',
  'voice-thread': 'worker/src/audio/voice-thread.ts',
  'alignment-thread': 'worker/src/analysis/interview/alignment-thread.ts',
  'pdf-thread': 'shared/src/services/exports/pdf-thread.ts',
};
/** Files that start a part from source, unnecessary in compiled programs. */
const BEGINNINGS = {
  'worker/src/reading/child.mjs': 'reading-child',
  'shared/src/services/exports/pdf-thread.mjs': 'pdf-thread',
};
const NAMES = new Map([
  ...Object.entries({ ...PROGRAMS, ...PARTS }).map(([name, file]) => [file, name]),
  ...Object.entries(BEGINNINGS),
]);

/**
 * Packages kept outside the bundle, because they load files beside themselves (native code, WebAssembly, fonts, pages),
 * or because they are needed only by programs that run from source.
 */
const APART = [
  '@node-rs/argon2',
  '@bull-board/api',
  '@bull-board/fastify',
  '@bull-board/ui',
  '@fastify/swagger-ui',
  'msgpackr-extract',
  'node-unrar-js',
  'pdfmake',
  'tsx',
  'unpdf',
];
/**
 * Packages that use their own location only in features that the product does not use: they read log transports,
 * scripts or API descriptions from files.
 */
const PLACELESS = ['@fastify/swagger', 'ioredis', 'msgpackr', 'pino', 'thread-stream', 'bullmq'];

const SOURCES = [
  'shared/src',
  'prisma/src',
  'prisma/seed',
  'api/src',
  'worker/src',
  'demo-ai/src',
  'deploy',
  'scripts/operations',
  'scripts/lib',
  'package-lock.json',
];

const DAY_MS = 86_400_000;

const packageOf = (path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
const isApart = (path) => APART.some((name) => path === name || path.startsWith(`${name}/`));
/** The source of pg that tests for Cloudflare by using `Response`, which would load all of fetch at each start. */
const PG_STREAM = /[\\/]pg[\\/]lib[\\/]stream\.js$/;
const CLOUDFLARE = 'if (isCloudflareRuntime()) {';
/** References of a source to its own location: a file beside it, or the location itself. */
const OWN_PLACE = /new URL\('(\.[^']+)', import\.meta\.url\)|import\.meta\.url/g;

/**
 * Rewrites a source so that it runs from `folder`. Files to which it refers (migrations, samples) remain where they
 * are; parts are taken from where they were compiled.
 * @param {(name: string) => string} part makes the expression for a part's location
 * @throws Error if it refers to a source that is not compiled
 */
function moveReferences(path, contents, folder, part) {
  const here = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`;
  // Replaces in one pass, because a replaced reference contains `import.meta.url`, which must not be replaced again.
  return contents.replace(OWN_PLACE, (all, named) => {
    if (named === undefined) return here;
    const target = join(dirname(relative(ROOT, path)), named);
    const name = NAMES.get(target);
    if (name) return part(name);
    if (target.endsWith('.ts')) throw new Error(`${path} inicia ${target}, que compiled.mjs não conhece`);
    return all.replace('import.meta.url', here);
  });
}

const besideUs = (name) => `new URL('./${name}.mjs', import.meta.url)`;

/** Applies `moveReferences` to the repository's sources, and checks that packages need no files beside themselves. */
const fromFolder = (folder) => ({
  name: 'from-folder',
  setup(build) {
    build.onLoad({ filter: /\.(ts|[cm]?js)$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      const name = packageOf(path);
      if (!name) {
        const loader = path.endsWith('.ts') ? 'ts' : 'js';
        return { contents: moveReferences(path, contents, folder, besideUs), loader };
      }
      if (/\b__(?:dirname|filename)\b|\bimport\.meta\b/.test(contents) && !PLACELESS.includes(name)) {
        return {
          errors: [{ text: `${name} looks beside itself (${path}): APART or PLACELESS in compiled.mjs` }],
        };
      }
      const isStream = PG_STREAM.test(path);
      if (isStream && !contents.includes(CLOUDFLARE))
        return {
          errors: [{ text: `${path} chooses its streams in another way now: CLOUDFLARE in compiled.mjs` }],
        };
      const text = isStream ? contents.replace(CLOUDFLARE, 'if (false) {') : contents;
      return { contents: text, loader: 'js' };
    });
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && isApart(path) ? { path, external: true } : null,
    );
  },
});

/** True if a source is one of the product's programs. */
export const isCompiled = (file) => NAMES.has(file);

/**
 * Path of a compiled program.
 * @param {string} folder its output folder
 * @param {string} file its source's path within the repository
 */
export function compiledIn(folder, file) {
  const name = NAMES.get(file);
  if (!name) throw new Error(`compiled.mjs does not know ${file}`);
  return join(folder, `${name}.mjs`);
}

/** Computes a fingerprint of the programs' sources that depends neither on the checkout's place nor on file times. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const files = statSync(join(ROOT, source)).isDirectory()
      ? readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(source, file),
        )
      : [source];
    for (const file of files.sort()) {
      if (!/\.([cm]?[jt]s|json)$/.test(file) || file.includes('.test.')) continue;
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** File with the fingerprint of a folder's programs. */
const markOf = (folder) => join(folder, 'fontes.txt');

/** True if the programs were never compiled, or were compiled from other sources. */
export function areProgramsStale() {
  const mark = markOf(PROGRAMS_DIST);
  return !existsSync(mark) || readFileSync(mark, 'utf8') !== fingerprint();
}

/** Compiles the programs for `npm start` and the image. */
export const compilePrograms = () =>
  compile(PROGRAMS_DIST, (making) => {
    rmSync(PROGRAMS_DIST, { recursive: true, force: true });
    renameSync(making, PROGRAMS_DIST);
  });

/** Folder of the tests' programs for the present sources. */
export const placeOfPrograms = () => join(DATA, 'test', `programas-${fingerprint()}`);

/**
 * Compiles the programs for tests once per state of the sources, and deletes programs older than a day.
 * @returns {Promise<string>} the folder
 */
export function sharedPrograms() {
  const folder = placeOfPrograms();
  // Simultaneous calls in the same process share a compilation, because two would compile in the same place.
  if (!asked.has(folder))
    asked.set(
      folder,
      makeShared(folder).finally(() => asked.delete(folder)),
    );
  return asked.get(folder);
}

/**
 * Compilations in progress in this process, by folder.
 * @type {Map<string, Promise<string>>}
 */
const asked = new Map();

async function makeShared(folder) {
  const [places, name] = [dirname(folder), basename(folder)];
  if (existsSync(markOf(folder))) return folder;
  mkdirSync(places, { recursive: true });
  for (const entry of readdirSync(places)) {
    const path = join(places, entry);
    if (entry.startsWith('programas-') && entry !== name && statSync(path).mtimeMs < Date.now() - DAY_MS)
      rmSync(path, { recursive: true, force: true });
  }
  await compile(folder, (making) => {
    try {
      renameSync(making, folder);
    } catch (error) {
      // Another process finished first; its programs stay, because they may be running.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
  });
  return folder;
}

/** Lists a source's references to its own location, each with the name of the part to which it refers, if any. */
function namedBy(path, contents) {
  if (!path.startsWith(ROOT) || packageOf(path)) return [];
  return [...contents.matchAll(OWN_PLACE)].map(([all, file]) => [
    all,
    file && NAMES.get(relative(ROOT, join(dirname(path), file))),
  ]);
}

/** True if a source refers to a part, so that `compiledParts` changes the source. */
export const namesPrograms = (path, contents) => namedBy(path, contents).some(([, name]) => name);

/** Vitest plugin: tests that start a reading process or a thread start the compiled part. */
export function compiledParts() {
  return {
    name: 'compiled-parts',
    enforce: 'pre',
    async transform(contents, path) {
      let code = contents;
      for (const [all, name] of namedBy(path, contents)) {
        if (!name) continue;
        const place = pathToFileURL(join(await sharedPrograms(), `${name}.mjs`)).href;
        code = code.replace(all, `new URL(${JSON.stringify(place)})`);
      }
      return code === contents ? null : { code, map: null };
    },
  };
}

/** Compiles the programs into a temporary folder. @param place moves the finished temporary folder to `folder` */
async function compile(folder, place) {
  // Imported here, because the dependencies may have been installed only a moment ago.
  const { build, transform } = await import('esbuild');
  const making = `${folder}.${process.pid}`;
  // The fingerprint is computed first, so that sources that change meanwhile are compiled again at the next start.
  const madeOf = fingerprint();
  try {
    await build({
      entryPoints: Object.entries({ ...PROGRAMS, ...PARTS }).map(([name, file]) => ({
        in: join(ROOT, file),
        out: name,
      })),
      outdir: making,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['node'],
      sourcemap: 'linked',
      sourcesContent: false,
      // Globals that CommonJS packages expect.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url), { dirname: __dirname, filename: __filename } = import.meta;",
      },
      plugins: [fromFolder(folder)],
      logLevel: 'warning',
    });
    const maps = readdirSync(making).filter((file) => file.endsWith('.map'));
    await Promise.all(maps.map((file) => keepOwnLines(join(making, file), transform)));
    writeFileSync(markOf(making), madeOf);
    place(making);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGITS = new Uint8Array(128);
for (const [digit, character] of [...BASE64].entries()) DIGITS[character.charCodeAt(0)] = digit;
const [COMMA, SEMICOLON] = [44, 59];

function encode(number) {
  let value = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    text += BASE64[(value & 31) | (value > 31 ? 32 : 0)];
    value >>= 5;
  } while (value > 0);
  return text;
}

/**
 * Reduces a source map to the lines of our own sources; null if it has none. Node reads each program's map at a start
 * and keeps used maps in memory. Columns are nine tenths of a map, and nobody debugs packages' lines, so both are left
 * out. Stack traces name file and line.
 */
function ownLines({ mappings, sources, ...map }) {
  const own = sources.filter((source) => !packageOf(source));
  if (own.length === 0) return null;
  /** New index of each source; -1 for a package's source. */
  const places = sources.map((source) => own.indexOf(source));
  // A mapping's fields: base-64 numbers, each relative to its previous value (column, source, line, column, name).
  const at = [0, 0, 0, 0, 0];
  const said = [0, 0];
  let lines = '';
  let [field, value, shift, isFirst, isMapped] = [0, 0, 0, true, false];
  const endSegment = () => {
    if (isFirst && field > 1) {
      const place = places[at[1]];
      if (place >= 0) {
        lines += `A${encode(place - said[0])}${encode(at[2] - said[1])}A`;
        [said[0], said[1]] = [place, at[2]];
      } else if (isMapped) lines += 'A';
      [isFirst, isMapped] = [false, place >= 0];
    }
    field = 0;
  };
  for (let index = 0; index < mappings.length; index += 1) {
    const code = mappings.charCodeAt(index);
    if (code === COMMA) endSegment();
    else if (code === SEMICOLON) {
      endSegment();
      lines += ';';
      [at[0], isFirst] = [0, true];
    } else {
      const digit = DIGITS[code];
      value += (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      at[field] += value & 1 ? -(value >> 1) : value >> 1;
      field += 1;
      [value, shift] = [0, 0];
    }
  }
  endSegment();
  return { ...map, sources: own, names: [], mappings: lines };
}

/**
 * Keeps in a program's source map only the lines of our own code (`ownLines`). A file that contains only packages loses
 * its map and is minified, because Node reads and keeps every character.
 * @param {typeof import('esbuild').transform} transform
 */
async function keepOwnLines(path, transform) {
  const map = ownLines(JSON.parse(readFileSync(path, 'utf8')));
  if (map) return writeFileSync(path, JSON.stringify(map));
  const program = path.slice(0, -'.map'.length);
  const text = readFileSync(program, 'utf8').replace(`//# sourceMappingURL=${basename(path)}`, '');
  const { code } = await transform(text, { minifyWhitespace: true, target: 'node20', format: 'esm' });
  writeFileSync(program, code);
  rmSync(path);
}
