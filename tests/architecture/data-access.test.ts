// Two ways to the database (docs/decisions/0014): Prisma under the scope guard, and prepared SQL that says why.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const sources = filesUnder('api/src')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.slice('api/src/'.length), text: readFileSync(path, 'utf8') }));
const pathsOf = (files: typeof sources) => files.map(({ path }) => path).sort();

/** Before whom no scope stands, or to whom every row belongs. */
const WITHOUT_GUARD = [
  // The catalogue and the packages are the installation's.
  'features/creditos/packages-repo.ts',
  'features/modelos/repo.ts',
  // What finds out whose session it is.
  'features/auth/repo.ts',
  'plugins/session-repo.ts',
  // The installation's own: its first administrator, its developer's mailbox.
  'plugins/dev-mailbox-repo.ts',
  'startup/first-admin-repo.ts',
];

it('a repo that speaks SQL says why in its head', () => {
  const repos = sources.filter(({ path, text }) => /(\/|-)repo\.ts$/.test(path) && /\.query[<(]/.test(text));
  expect(repos.length).toBeGreaterThan(30);
  expect(pathsOf(repos.filter(({ text }) => !text.startsWith('// SQL: ')))).toEqual([]);
});

it('Prisma is asked through the scope guard, but for what has no scope', () => {
  const asks = /\b(?:prisma|tx)\.\w+\.(?:find|create|update|delete|upsert|count|aggregate|groupBy)\w*\(/;
  expect(pathsOf(sources.filter(({ text }) => asks.test(text)))).toEqual([...WITHOUT_GUARD].sort());
  expect(sources.filter(({ text }) => text.includes('guardScope(prisma, scope)')).length).toBeGreaterThan(1);
});

it('a transaction speaks one of the two: the other would wait for a second connection while it holds the first', () => {
  /** What stands between the brackets that open here. */
  const within = (text: string, open: number): string => {
    let depth = 0;
    for (let at = open; at < text.length; at += 1) {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')') depth -= 1;
      if (depth === 0) return text.slice(open, at);
    }
    throw new Error('the brackets of a transaction do not close');
  };
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!\$)\btransaction(?=\()/g)].map(({ index }) => ({
      path,
      body: within(text, index + 'transaction'.length),
    })),
  );
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ body }) => /\bprisma\b/.test(body)).map(({ path }) => path)).toEqual([]);
});
