import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SOURCES = ['package-lock.json', 'prisma/migrations', 'shared/src', 'api/src', 'worker/src'];

function* filesUnder(path: string): Generator<string> {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesUnder(child);
    // Leaves out tests, because images contain none.
    else if (!/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

/** Returns 'fonte-' and 12 hash digits of the sources, independent of their location. */
export function sourceHash(root: string = ROOT): string {
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

/** A checkout's commit, with '-alterado' if files differ; null without git. */
function commitOf(root: string): string | null {
  // A folder inside another repository must not report that repository's commit.
  if (!existsSync(join(root, '.git'))) return null;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? '-alterado' : ''}`;
  } catch {
    return null;
  }
}

/**
 * Identifies the running sources: the image's build (compilacao.txt), else the commit, else a hash.
 * @param given the builder's name, ignored unless it consists of letters, digits and . _ + -
 */
export function readBuildId(given = '', root: string = ROOT): string {
  if (/^[\w.+-]{1,64}$/.test(given)) return given;
  const baked = join(root, 'compilacao.txt');
  if (existsSync(baked)) return readFileSync(baked, 'utf8').trim();
  return commitOf(root) ?? sourceHash(root);
}

let known: string | undefined;
export function buildId(): string {
  known ??= readBuildId();
  return known;
}
