// Order of test files. Browser tests share a product, so their order must be the same on every machine; Vitest's own
// order depends on earlier durations on that machine.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { LongestFirst } from './longest-first.ts';

/** Factors of browser tests that take longer than their text suggests: these process calls or open many pages. */
export const LONGER: Readonly<Record<string, number>> = {
  'tests/e2e/account-journey.test.ts': 1.3,
  'tests/e2e/admin.test.ts': 2,
  'tests/e2e/call-analysis.test.ts': 1.5,
  'tests/e2e/operacao.test.ts': 1.4,
  'tests/e2e/portal.test.ts': 1.6,
  'tests/e2e/suporte.test.ts': 1.3,
};

/** Matches tests that npm test skips and only the long runs execute (longo.ts). */
const LONG_TEST = /^longo\.test\([\s\S]*?^(?:\}.*)?\);$/gm;

/** Makes the sort key that places a file in an order shuffled by a word. */
const place = (path: string, word: string) => createHash('sha256').update(`${word} ${path}`).digest('hex');

/**
 * Divides files into parts of similar weight: files come from the heaviest to the lightest, and each file goes to the
 * part
 * that is lightest so far. The result is always the same.
 * @param weighed paths with weights
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
 * Orders browser tests by path, or shuffles them by ORDEM=<word>, to find tests that depend on another file. Orders all
 * other tests from the longest to the shortest.
 */
export class FileOrder extends LongestFirst {
  /** For `--shard`: chooses a part of the browser tests. A file's weight: factor × its length without long tests. */
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
