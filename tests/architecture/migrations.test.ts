// Migrations run on full tables, beside processes of the previous version.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import base from '../../prisma/base.json' with { type: 'json' };
import { newestMigration, rollUpMigration } from '../../prisma/rollups/migrations.ts';
import { BASE, upgradeNames } from '../../prisma/src/base.mjs';

const ROOT = 'prisma/migrations';
const SQUAWK = 'node_modules/squawk-cli/js/bin/squawk';

/** Name of the last migration. A new migration must sort after this name, and its name replaces this one here. */
const LAST = '20261129121920_telefone_repetido_migrar';

const migrations = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, sql: readFileSync(join(ROOT, name, 'migration.sql'), 'utf8') }));

/**
 * Matches a migration's first line: `-- fase: expandir` (adds new things), `migrar` (moves data) or `contrair
 * (expandida em <migration>)` (removes old things).
 */
const PHASE = /^-- fase: (?:(expandir|migrar)|contrair \(expandida em (\d{14}_\w+)\))$/;

/** True if a renamed table leaves its old name unused, which breaks the previous version. */
const losesATable = (sql: string): boolean =>
  [...sql.matchAll(/alter\s+table\s+"?(\w+)"?\s+rename\s+to\b/gi)].some(
    ([, name]) => !new RegExp(`create\\s+table\\s+"?${name}"?\\s`, 'i').test(sql),
  );

/**
 * Faults of a migration's name. The name must end with the phase, because the previous version reads the phase from
 * there (shared/src/platform/database/start-refusal.ts).
 */
function misnamed(name: string, sql: string): string[] {
  const [, phase] = /^-- fase: (\w+)/.exec(sql) ?? [];
  const [, said] = /_(expandir|migrar|contrair)$/.exec(name) ?? [];
  if (said === phase) return [];
  return [`its name does not end with _${phase}`];
}

/** Matches the definition of an SQL function; its body runs later, when the product calls the function. */
const FUNCTION = /^CREATE (?:OR REPLACE )?FUNCTION\b[^;]*?\$\$[\s\S]*?\$\$/gim;

/**
 * Faults of a migration's head and order.
 * @param before names of earlier migrations
 */
function faultsOf(sql: string, before: readonly string[]): string[] {
  const phase = PHASE.exec(sql.split('\n', 1)[0] ?? '');
  if (!phase) return ["no first line '-- fase: expandir | migrar | contrair (expandida em <migração>)'"];
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .filter((part) => part.trim() !== '');
  return [
    ...(phase[2] && !before.includes(phase[2]) ? [`contracts what ${phase[2]} never expanded`] : []),
    ...(!phase[2] &&
    (/\b(drop\s+(table|column)|rename\s+column)\b/i.test(sql.replace(FUNCTION, '')) || losesATable(sql))
      ? ['takes away what the version before still reads: that is contrair']
      : []),
    ...(statements.length > 1 && /\bconcurrently\b/i.test(sql)
      ? ['CONCURRENTLY stands alone in its file: with others it is in a transaction']
      : []),
  ];
}

/**
 * Squawk's faults for each SQL text, as `rule: line`. One run of Squawk checks all texts, because its start is slow.
 */
function squawk(sqls: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'squawk-'));
  try {
    const files = sqls.map((sql, index) => {
      const file = join(folder, `${index}.sql`);
      writeFileSync(file, sql);
      return file;
    });
    const { stdout, stderr } = spawnSync(process.execPath, [SQUAWK, '--reporter', 'json', ...files], {
      encoding: 'utf8',
    });
    // Squawk prints a JSON list even if it finds no faults, so other output is an error.
    if (!stdout.startsWith('[')) throw new Error(`squawk: ${stdout}${stderr}`);
    const found = JSON.parse(stdout) as { file: string; rule_name: string; line: number }[];
    return files.map((path) =>
      found.filter(({ file }) => file === path).map(({ rule_name, line }) => `${rule_name}: ${line}`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a column is added first and its CHECK as NOT VALID: no table is read whole while nobody else may use it', () => {
  const inline = /\badd\s+column\b[^,;]*\bcheck\b/i;
  expect('ALTER TABLE "t" ADD COLUMN "a" REAL\n  CHECK ("a" > 0);').toMatch(inline);
  expect('ALTER TABLE "t" ADD COLUMN "a" REAL; ALTER TABLE "t" ADD CONSTRAINT "c" CHECK (a)').not.toMatch(
    inline,
  );
  expect(migrations.filter(({ sql }) => inline.test(sql)).map(({ name }) => name)).toEqual([]);
});

it('a migration says its phase, expands before it contracts, and locks no table for long', () => {
  // Leaves out the baseline, whose tables are not in use when it runs.
  const held = migrations.filter(({ name }) => name !== BASE);
  const locks = squawk(held.map(({ sql }) => sql));
  const faults = held.flatMap(({ name, sql }, index) => {
    const before = migrations.filter((other) => other.name < name).map((other) => other.name);
    return [...misnamed(name, sql), ...faultsOf(sql, before), ...(locks[index] ?? [])].map(
      (fault) => `${name}: ${fault}`,
    );
  });
  expect(faults).toEqual([]);
});

it('a new migration sorts after every older one, is not of the future, and none is added before the baseline', () => {
  // A name dated in the future would sort after the next migration's name: an installed database would run the next
  // migration last, and a fresh database would run it first.
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  expect(migrations.map(({ name }) => name).filter((name) => name > now)).toEqual([]);
  expect([migrations[0]?.name, migrations.at(-1)?.name]).toEqual([BASE, LAST]);
  expect([base.before.length, upgradeNames().length]).toEqual([122, 48]);
});

it('the roll-ups in the database are those of prisma/rollups/table.ts: npm run somas writes them', () => {
  const name = newestMigration();
  expect(migrations.find((migration) => migration.name === name)?.sql).toBe(rollUpMigration(name));
});

it('the rules find what they are there for', () => {
  const expand = (sql: string) => `-- fase: expandir\n${sql}`;
  expect(faultsOf('ALTER TABLE t ADD COLUMN a TEXT;', [])).toHaveLength(1);
  expect(faultsOf(expand('ALTER TABLE t DROP COLUMN a;'), [])).toHaveLength(1);
  expect(faultsOf(expand('ALTER TABLE "t" RENAME TO u;'), [])).toHaveLength(1);
  expect(faultsOf(expand('ALTER TABLE "t" RENAME TO u; CREATE TABLE "t" (LIKE u);'), [])).toEqual([]);
  expect(faultsOf('-- fase: contrair (expandida em 20261202100000_x)\nDROP TABLE t;', [])).toHaveLength(1);
  const earlier = ['20261202100000_x'];
  expect(faultsOf('-- fase: contrair (expandida em 20261202100000_x)\nDROP TABLE t;', earlier)).toEqual([]);
  const index = 'CREATE INDEX CONCURRENTLY i ON t (a);';
  expect(faultsOf(expand(index), [])).toEqual([]);
  expect(faultsOf(expand(`${index}\nANALYZE t;`), [])).toHaveLength(1);

  expect(misnamed('20261205000000_x', expand(''))).toHaveLength(1);
  expect(misnamed('20261203000000_x_expandir', '-- fase: migrar\n')).toHaveLength(1);
  expect(misnamed('20261205000000_x_expandir', expand(''))).toEqual([]);

  const [fine, unlimited, blocking, rewriting] = squawk([
    "SET lock_timeout = '3s';\nALTER TABLE t ADD COLUMN a TEXT;",
    'ALTER TABLE t ADD COLUMN a TEXT;',
    "SET lock_timeout = '3s';\nCREATE INDEX i ON t (a);",
    "SET lock_timeout = '3s';\nALTER TABLE t ALTER COLUMN a TYPE BIGINT;",
  ]);
  expect(fine).toEqual([]);
  expect(unlimited).toEqual(['require-lock-timeout: 0']);
  expect(blocking?.join()).toMatch(/concurrent-index/);
  expect(rewriting?.join()).toMatch(/changing-column-type/);
});
