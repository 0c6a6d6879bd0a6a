// In which order test files run. Browser tests share one product: their order must be the same on every machine, while
// Vitest's own follows what the files took the last time they ran there.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { LongestFirst } from './longest-first.ts';

/** Browser tests that take longer than their length tells (calls that are processed, many addresses looked at): how many times as long. */
export const LONGER: Readonly<Record<string, number>> = {
  'tests/e2e/account-journey.test.ts': 1.3,
  'tests/e2e/admin.test.ts': 2,
  'tests/e2e/call-analysis.test.ts': 1.5,
  'tests/e2e/operacao.test.ts': 1.4,
  'tests/e2e/portal.test.ts': 1.6,
  'tests/e2e/suporte.test.ts': 1.3,
};

/** What npm test leaves to the long runs (longo.ts). */
const LONG_TEST = /^longo\.test\([\s\S]*?^(?:\}.*)?\);$/gm;

/** Where a file comes when the files are shuffled by a word. */
const place = (path: string, word: string) => createHash('sha256').update(`${word} ${path}`).digest('hex');

/**
 * Divides files in as many parts as are wanted, of about the same weight: each, the heaviest first, to the part that is the
 * lightest so far. The same on every machine, whatever it measured before.
 * @param weighed a file's path and its weight
 * @returns the paths of each part
 */
export function divide(
  weighed: readonly (readonly [path: string, weight: number])[],
  parts: number,
): string[][] {
  const made = Array.from({ length: parts }, () => ({ weight: 0, paths: [] as string[] }));
  const heaviestFirst = [...weighed].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  for (const [path, weight] of heaviestFirst) {
    const lightest = made.reduce((least, part) => (part.weight < least.weight ? part : least));
    lightest.weight += weight;
    lightest.paths.push(path);
  }
  return made.map(({ paths }) => paths);
}

/**
 * Browser tests by their path; ORDEM=<word> shuffles them, by each word in its own order, so that a test that leans on
 * what another file left behind is found out. All other files: the longest first.
 */
export class FileOrder extends LongestFirst {
  /** `--shard`: a part of the browser tests' files, by how much of them is done here and how long that takes. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!;
    const weighed = files.map(({ moduleId }) => {
      const longer = LONGER[relative(this.ctx.config.root, moduleId)] ?? 1;
      const done = readFileSync(moduleId, 'utf8').replace(LONG_TEST, '');
      return [moduleId, done.length * longer] as const;
    });
    const mine = new Set(divide(weighed, count)[index - 1]);
    return files.filter(({ moduleId }) => mine.has(moduleId));
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const word = process.env.ORDEM;
    const key = ({ moduleId }: TestSpecification) => {
      const path = moduleId.slice(this.ctx.config.root.length);
      return word ? place(path, word) : path;
    };
    const isBrowser = ({ project }: TestSpecification) => project.name === 'e2e';
    const browser = files.filter(isBrowser).map((file) => ({ file, key: key(file) }));
    browser.sort((a, b) => (a.key < b.key ? -1 : 1));
    return [
      ...(await super.sort(files.filter((file) => !isBrowser(file)))),
      ...browser.map(({ file }) => file),
    ];
  }
}
