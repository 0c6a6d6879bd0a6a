// Common parts of SQL statements are defined only in shared/src/platform/database/sql.ts.
import { readFileSync } from 'node:fs';
import { TRAVAS } from '@escuta/shared/platform/database/locks';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const HOME = 'shared/src/platform/database/sql.ts';
const sources = ['api/src', 'worker/src', 'shared/src']
  .flatMap(filesUnder)
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Returns the paths of the source files whose text matches the pattern. */
const withText = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

it('days of São Paulo: where they begin and end (dayStart, dayEnd, onDays), what clocks show (localTime)', () => {
  expect(withText(/at time zone\s+'America\/Sao_Paulo'/i)).toEqual([HOME]);
});

it('the condition that keeps a statement within its scope (inScope, ofScope, companyOnly)', () => {
  const said = /::uuid\s+is\s+null\s+or\s+(?:\$\{\w+\}|(?:\w+\.)?empresa_id|(?:e\.)?id)\s+=\s/i;
  expect('where ($2::uuid is null or i.empresa_id = $2)').toMatch(said);
  expect('where ($2::uuid is null\n or id = $2)').toMatch(said);
  expect(withText(said)).toEqual([HOME]);
});

it('the numbers of parameters that come together at run time (sql)', () => {
  const counted = /\$\$\{[^}]*(?:\.push\(|\.length|\bindex\b)/;
  expect('`a = $${values.push(a)}`').toMatch(counted);
  expect('`limit $${values.length + 1}`').toMatch(counted);
  expect(withText(counted)).toEqual([HOME]);
});

it('an advisory lock has a class: shared/src/platform/database/locks.ts alone takes one', () => {
  const takers = ['api/src', 'worker/src', 'shared/src', 'prisma/src', 'prisma/seed', 'scripts']
    .flatMap((folder) => filesUnder(folder))
    .filter((path) => /pg_(?:try_)?advisory/.test(readFileSync(path, 'utf8')));
  expect(takers).toEqual(['shared/src/platform/database/locks.ts']);
  expect(new Set(Object.values(TRAVAS)).size).toBe(Object.keys(TRAVAS).length);
});
