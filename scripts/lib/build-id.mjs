// Which sources these are: told apart where the version number says the same. The commit where there is one, else a hash.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** What decides how the servers behave. */
const SOURCES = ['package-lock.json', 'prisma/migrations', 'shared/src', 'api/src', 'worker/src'];

function* filesUnder(path) {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesUnder(child);
    // Tests are not in an image.
    else if (!/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

/** 'fonte-' and 12 digits of a hash over the servers' sources: the same for the same files, wherever they are. */
export function sourceHash(root = ROOT) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    for (const file of source.endsWith('.json') ? [path] : filesUnder(path)) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return `fonte-${hash.digest('hex').slice(0, 12)}`;
}

/** The commit of a checkout, with '-alterado' when files differ from it; null without git. */
function commitOf(root) {
  // A folder inside somebody else's repository is not that repository's commit.
  if (!existsSync(join(root, '.git'))) return null;
  try {
    const git = (...args) =>
      execFileSync('git', ['-C', root, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? '-alterado' : ''}`;
  } catch {
    return null;
  }
}

/** What /version and a backup's manifest say: the given id, the image's, the checkout's commit, or a hash of the sources. */
export function buildId(given, root = ROOT) {
  const baked = join(root, 'compilacao.txt');
  if (given && /^[\w.+-]{1,64}$/.test(given)) return given;
  if (existsSync(baked)) return readFileSync(baked, 'utf8').trim();
  return commitOf(root) ?? sourceHash(root);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildId(process.argv[2]));
