// The servers' programs as plain JavaScript (decision 1): each with its packages in few files, so that Node looks up, reads and
// compiles dozens of files at a start instead of two thousand. The image, `npm start` and every test run the same.
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

/** Where `npm start` and the image run them from. */
export const PROGRAMS_DIST = join(ROOT, 'dist');

/** Half of the space in which objects are born, MB; deploy/entrypoint.sh says the same. What it costs and brings: decision 1. */
export const SEMI_SPACE_MB = 8;
/** How far the worker's heap grows until it is cleared, % of what it needs; deploy/entrypoint.sh says the same, decision 1 why. */
export const HEAP_GROWING_PERCENT = 50;

/** What operators and tests start, by the name of the file that it becomes. */
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
/** What those start themselves: the process that reads a stranger's file, and threads. */
const PARTS = {
  'reading-child': 'worker/src/reading/child.ts',
  thread: 'worker/src/thread.mjs',
  'voice-thread': 'worker/src/audio/voice-thread.ts',
  'alignment-thread': 'worker/src/analysis/interview/alignment-thread.ts',
  'pdf-thread': 'shared/src/services/exports/pdf-thread.ts',
};
/** Files that begin a part from its source, which what is compiled does without. */
const BEGINNINGS = {
  'worker/src/reading/child.mjs': 'reading-child',
  'shared/src/services/exports/pdf-thread.mjs': 'pdf-thread',
};
const NAMES = new Map([
  ...Object.entries({ ...PROGRAMS, ...PARTS }).map(([name, file]) => [file, name]),
  ...Object.entries(BEGINNINGS),
]);

/** Packages that find files of their own beside themselves (native code, WebAssembly, fonts, pages), and what only sources need. */
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
/** Packages that name their place only in what the product does not use: transports of the log, scripts in files, descriptions. */
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
/** How pg finds out that it runs at Cloudflare: the first use of `Response`, which loads the whole of fetch at each start. */
const PG_STREAM = /[\\/]pg[\\/]lib[\\/]stream\.js$/;
const CLOUDFLARE = 'if (isCloudflareRuntime()) {';
/** Says that a file has no source to name: of a package the map would only be weight. */
const UNMAPPED = `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64')}`;

/** What a source says of its own place: a file beside it, or the place itself. */
const OWN_PLACE = /new URL\('(\.[^']+)', import\.meta\.url\)|import\.meta\.url/g;

/**
 * A source that runs from `folder`: it finds the neighbours that it names (migrations, samples) where they are, and parts where they were
 * compiled to.
 * @param {(name: string) => string} part the expression for where a part lies
 * @throws Error when it names a source that is compiled nowhere
 */
function moved(path, contents, folder, part) {
  const here = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`;
  // In one pass: where a part lies is said of the place that it runs from.
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

/** Our sources run from another place; packages stay as they are, without a map. */
const fromFolder = (folder) => ({
  name: 'from-folder',
  setup(build) {
    build.onLoad({ filter: /\.(ts|[cm]?js)$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      const name = packageOf(path);
      if (!name) {
        const loader = path.endsWith('.ts') ? 'ts' : 'js';
        return { contents: moved(path, contents, folder, besideUs), loader };
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
      return { contents: text + UNMAPPED, loader: 'js' };
    });
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && isApart(path) ? { path, external: true } : null,
    );
  },
});

/** Whether a source is one of the product's programs. */
export const isCompiled = (file) => NAMES.has(file);

/**
 * Where a program lies in the folder it was compiled to.
 * @param {string} folder
 * @param {string} file its source's path within the repository
 */
export function compiledIn(folder, file) {
  const name = NAMES.get(file);
  if (!name) throw new Error(`compiled.mjs does not know ${file}`);
  return join(folder, `${name}.mjs`);
}

/** What the programs are made of, as a name: the same for the same sources, wherever and whenever they were written. */
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

/** Where it stands what the programs of a folder were made of. */
const markOf = (folder) => join(folder, 'fontes.txt');

/** True when the programs were never compiled, or from other sources. */
export function areProgramsStale() {
  const mark = markOf(PROGRAMS_DIST);
  return !existsSync(mark) || readFileSync(mark, 'utf8') !== fingerprint();
}

/** Compiles the programs to where `npm start` and the image run them from. */
export const compilePrograms = () =>
  compile(PROGRAMS_DIST, (making) => {
    rmSync(PROGRAMS_DIST, { recursive: true, force: true });
    renameSync(making, PROGRAMS_DIST);
  });

/** Where the programs for tests lie, or would lie, as the sources are now. */
export const placeOfPrograms = () => join(DATA, 'test', `programas-${fingerprint()}`);

/**
 * The programs for tests: compiled once for what the sources are, by whoever asks first; runs of a day ago are cleared away.
 * @returns {Promise<string>} the folder
 */
export function sharedPrograms() {
  const folder = placeOfPrograms();
  // Two that ask at the same moment in one process would make them in the same place.
  if (!asked.has(folder))
    asked.set(
      folder,
      makeShared(folder).finally(() => asked.delete(folder)),
    );
  return asked.get(folder);
}

/** Under way in this process, by folder. @type {Map<string, Promise<string>>} */
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
      // Somebody else made the same meanwhile, and programs run from it by now: it stays.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
  });
  return folder;
}

/** What a source of ours names of the programs' parts: [what it says, the part's name, if it is one]. */
function namedBy(path, contents) {
  if (!path.startsWith(ROOT) || packageOf(path)) return [];
  return [...contents.matchAll(OWN_PLACE)].map(([all, file]) => [
    all,
    file && NAMES.get(relative(ROOT, join(dirname(path), file))),
  ]);
}

/** Whether compiledParts changes a source. */
export const namesPrograms = (path, contents) => namedBy(path, contents).some(([, name]) => name);

/** For Vitest: a test that has a file read, or a thread asked, starts what was compiled, once its parent is loaded. */
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

/** @param place puts what was made, in a folder beside it, to `folder` */
async function compile(folder, place) {
  // Loaded here: the dependencies may have been installed only a moment ago.
  const { build } = await import('esbuild');
  const making = `${folder}.${process.pid}`;
  // Before, not after: what changes meanwhile is compiled again at the next start.
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
      // What packages written for `require` find in a file of theirs.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url), { dirname: __dirname, filename: __filename } = import.meta;",
      },
      plugins: [fromFolder(folder)],
      logLevel: 'warning',
    });
    for (const file of readdirSync(making).filter((file) => file.endsWith('.map'))) {
      const path = join(making, file);
      writeFileSync(path, JSON.stringify(linesOnly(JSON.parse(readFileSync(path, 'utf8')))));
    }
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
 * A source map that knows lines alone: Node holds the whole map in memory, and columns are nine tenths of it. What a stack trace names is
 * the file and the line.
 */
function linesOnly({ mappings, ...map }) {
  // As the format has it: numbers in base 64, each the difference to the one before it in its field (column, source, line, column).
  const at = [0, 0, 0, 0, 0];
  const said = [0, 0];
  let lines = '';
  let [field, value, shift, isFirst] = [0, 0, 0, true];
  const endSegment = () => {
    if (isFirst && field > 1) {
      lines += `A${encode(at[1] - said[0])}${encode(at[2] - said[1])}A`;
      [said[0], said[1], isFirst] = [at[1], at[2], false];
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
  return { ...map, names: [], mappings: lines };
}
