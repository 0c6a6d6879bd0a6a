// All access to the database uses a `Db` (prisma/src/db.ts): models within a scope, or SQL with a stated reason.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const sources = filesUnder('api/src')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.slice('api/src/'.length), text: readFileSync(path, 'utf8') }));
const others = ['worker/src', 'shared/src']
  .flatMap(filesUnder)
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const pathsOf = (files: typeof sources) => files.map(({ path }) => path).sort();

/** Files that read before a scope is known, or read rows of the installation itself. */
const OF_THE_INSTALLATION = [
  // The catalogue and the packages belong to the installation.
  'reads/catalogue-repo.ts',
  'features/creditos/packages-repo.ts',
  'features/modelos/repo.ts',
  // The buyer of credits may be an administrator of the installation.
  'features/creditos/repo.ts',
  // An id from a client may belong to another company.
  'reads/foreign-id-repo.ts',
  // The rows that these files read determine the session, and so the scope.
  'features/auth/repo.ts',
  'plugins/session/session-repo.ts',
  // The first administrator and the developer's mailbox belong to the installation.
  'plugins/mailbox/dev-mailbox-repo.ts',
  'startup/first-admin-repo.ts',
];

it('a repo that speaks SQL says why in its head', () => {
  const repos = sources.filter(
    ({ path, text }) => /(\/|-)repo\.ts$/.test(path) && /\.(?:query|sql)[<(]/.test(text),
  );
  expect(repos.length).toBeGreaterThan(30);
  expect(pathsOf(repos.filter(({ text }) => !text.startsWith('// SQL: ')))).toEqual([]);
});

it('the whole installation is asked only where no company can be named', () => {
  expect(pathsOf(sources.filter(({ text }) => text.includes('.within(INSTALACAO)')))).toEqual(
    [...OF_THE_INSTALLATION].sort(),
  );
  expect(sources.filter(({ text }) => text.includes('.within(scope)')).length).toBeGreaterThan(1);
});

it("Prisma's own client and the pool below stay inside prisma/: statements go through a Db", () => {
  const below = [...sources, ...others].filter(({ text }) =>
    /PrismaClient|createPrisma|\.pool\.(?:query|connect)\b|\bpool\.query\b/.test(text),
  );
  expect(pathsOf(below)).toEqual([]);
});

it('a transaction asks nothing beside itself: the other would wait for a second connection while it holds the first', () => {
  /** Returns the text from the bracket at `open` to its matching bracket. */
  const within = (text: string, open: number): string => {
    let depth = 0;
    for (let at = open; at < text.length; at += 1) {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')') depth -= 1;
      if (depth === 0) return text.slice(open, at);
    }
    throw new Error('the brackets of a transaction do not close');
  };
  const found = [...sources, ...others].flatMap(({ path, text }) =>
    [...text.matchAll(/([\w.#]+)\.transaction(?:<[^()]*>)?(?=\()/g)].map(
      ({ index, 0: start, 1: handle = '' }) => ({
        path,
        handle,
        body: within(text, index + start.length),
      }),
    ),
  );
  expect(found.length).toBeGreaterThan(100);
  const asksBeside = ({ handle, body }: (typeof found)[number]) =>
    new RegExp(`(?<![\\w.'"])${handle.replaceAll('.', '\\.')}\\b(?!:)`).test(body);
  expect(found.filter(asksBeside).map(({ path, handle }) => `${path}: ${handle}`)).toEqual([]);
});

it('a page far behind is refused in one place: nothing else turns a page into rows to skip', () => {
  const skips = [...sources, ...others].filter(({ text }) => /\bpage - 1\b/.test(text));
  expect(pathsOf(skips)).toEqual([
    // This file itself limits the number of skipped rows.
    'features/auditoria-items/list/chosen-repo.ts',
    // Daily sums let this file skip few rows: at most those of a day.
    'features/auditoria-items/list/list-repo.ts',
    'features/creditos/statement-repo.ts',
    'features/relatorios/calls-repo.ts',
    'reads/page-repo.ts',
  ]);
});
