// Migrations run while the product's tables are full.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = 'prisma/migrations';
/** Those before are installed: what is written in them stays. */
const HELD_FROM = '20261126';

it('a column is added first and its CHECK as NOT VALID: no table is read whole while nobody else may use it', () => {
  const inline = /\badd\s+column\b[^,;]*\bcheck\b/i;
  expect('ALTER TABLE "t" ADD COLUMN "a" REAL\n  CHECK ("a" > 0);').toMatch(inline);
  expect('ALTER TABLE "t" ADD COLUMN "a" REAL; ALTER TABLE "t" ADD CONSTRAINT "c" CHECK (a)').not.toMatch(
    inline,
  );
  const found = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name >= HELD_FROM)
    .filter(({ name }) => inline.test(readFileSync(`${ROOT}/${name}/migration.sql`, 'utf8')))
    .map(({ name }) => name);
  expect(found).toEqual([]);
});
