import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { overBudget, pageScripts } from './budgets.ts';
import type { FirstFiles } from './first-files.ts';

const loaded = ['assets/theme.js', 'assets/index.js'];
/** A fake build whose list page loads `files` more files; `bytes`: sizes of files, whose text barely compresses. */
const build = ({ files = 1, bytes = {} }: { files?: number; bytes?: Record<string, number> }) => {
  const parts = Array.from({ length: files }, (_, n) => `part-${n}`);
  const table: FirstFiles = {
    files: ['app', 'shell', 'auth-page', 'list-page', ...parts],
    of: { site: [], bare: [0], shell: [0, 1] },
    routes: [
      ['/auth', 'site', [2]],
      ['/list', 'shell', [3, ...parts.map((_, n) => n + 4)]],
    ],
  };
  const textOf = (file: string) => randomBytes((bytes[file] ?? 0) / 2).toString('hex');
  return { table, loaded, textOf };
};

it('counts what the page names, its frame, the screen and what it imports', () => {
  expect(pageScripts(build({ files: 2 }))).toEqual([
    { path: '/auth', scripts: ['theme', 'index', 'auth-page'], own: 'auth-page' },
    {
      path: '/list',
      scripts: ['theme', 'index', 'app', 'shell', 'list-page', 'part-0', 'part-1'],
      own: 'list-page',
    },
  ]);
});

it('names each page that is over its budget, and by how much', () => {
  expect(overBudget(build({ files: 25 }))).toEqual([]);
  expect(overBudget(build({ files: 26 }))).toEqual(['/list: 31 scripts (at most 30)']);
  // The files contain random digits, which gzip compresses to a little more than half.
  expect(overBudget(build({ bytes: { 'list-page': 68_000, index: 90_000 } }))).toEqual([]);
  expect(overBudget(build({ bytes: { 'list-page': 90_000 } }))).toEqual([
    expect.stringMatching(/^\/list: its own file weighs \d{5} bytes \(at most 40000\)$/),
  ]);
});
