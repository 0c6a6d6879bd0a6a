// In which order test files run. Browser tests share one product: their order must be the same on every machine, while
// Vitest's own follows what the files took the last time they ran there.
import { createHash } from 'node:crypto';
import type { TestSpecification } from 'vitest/node';
import { LongestFirst } from './longest-first.ts';

/** Where a file comes when the files are shuffled by a word. */
const place = (path: string, word: string) => createHash('sha256').update(`${word} ${path}`).digest('hex');

/**
 * Browser tests by their path; ORDEM=<word> shuffles them, by each word in its own order, so that a test that leans on
 * what another file left behind is found out. All other files: the longest first.
 */
export class FileOrder extends LongestFirst {
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
