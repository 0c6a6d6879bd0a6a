import { expect, it } from 'vitest';
import base from '../../prisma/base.json' with { type: 'json' };
import { BASE, migrationNames, missingMigrations, upgradeNames } from '../../prisma/src/base.mjs';
import { deployMigrations, type Migrated } from './migrate.mjs';

/** Makes Prisma 7.10's message about a failed migration. */
const failed = (error: string) => `prisma migrate deploy falhou (código 1):
Error: external connector error
Error querying the database: ERROR: ${error}
   0: sql_schema_connector::apply_migration::apply_script
           with migration_name="20261202000000_x"
             at schema-engine/connectors/sql-schema-connector/src/apply_migration.rs:113`;
const LOCKED = failed('canceling statement due to lock timeout');
/** The migration has locked item_qualidade and waits for auditoria_itens; a write locked them in the other order. */
const DEADLOCK = failed('deadlock detected');

/** Prisma 7.10's message for most deadlocks. */
const CONFLICT = DEADLOCK.replace(
  'Error querying the database: ERROR: deadlock detected',
  'Transaction write conflict',
);

const QUIET = { say: () => {}, pauseMs: 0 };
/** A database with these migrations. */
const having = (names: readonly string[]): Migrated => ({
  applied: async () => [...names],
  interrupted: async () => [],
  dropHalfMade: async () => {},
  alone: (_say, work) => work(),
});

it('asks again for a migration whose table was in use, after marking it as rolled back; anything else ends it', async () => {
  const calls: string[] = [];
  const said: string[] = [];
  let dropped = 0;
  const dropHalfMade = async () => {
    dropped += 1;
  };
  const reasons = [LOCKED, DEADLOCK, CONFLICT];
  const prisma = (...args: string[]) => {
    calls.push(args.join(' '));
    const reason = args[1] === 'deploy' ? reasons.shift() : undefined;
    return reason === undefined ? Promise.resolve() : Promise.reject(new Error(reason));
  };
  await deployMigrations(
    prisma,
    { ...having([]), dropHalfMade },
    { ...QUIET, say: (line) => said.push(line) },
  );
  const again = ['migrate resolve --rolled-back 20261202000000_x', 'migrate deploy'];
  expect(calls).toEqual(['migrate deploy', ...again, ...again, ...again]);
  expect(said).toHaveLength(3);
  expect(dropped).toBe(4);

  const broken = () => Promise.reject(new Error('Migration name: 1_x\nDatabase error code: 42601'));
  await expect(deployMigrations(broken, having([]), QUIET)).rejects.toThrow('42601');
  const forever = (...args: string[]) =>
    args[1] === 'deploy' ? Promise.reject(new Error(LOCKED)) : Promise.resolve();
  await expect(deployMigrations(forever, having([]), QUIET)).rejects.toThrow('lock timeout');
});

it('tries a migration again whose migrator was killed, and marks one that PostgreSQL committed after that', async () => {
  const calls: string[] = [];
  const [killed = '', committed = ''] = migrationNames().slice(-2);
  const gone = {
    ...having([BASE]),
    interrupted: async () =>
      [killed, committed, '20250101000000_of_another_version'].map((name) => ({ name, mayBeDone: true })),
  };
  const reasons = [
    failed('function "x" already exists with same argument types').replace('20261202000000_x', committed),
  ];
  const prisma = (...args: string[]) => {
    calls.push(args.join(' '));
    const reason = args[1] === 'deploy' ? reasons.shift() : undefined;
    return reason === undefined ? Promise.resolve() : Promise.reject(new Error(reason));
  };
  await deployMigrations(prisma, gone, QUIET);
  expect(calls).toEqual([
    `migrate resolve --rolled-back ${killed}`,
    `migrate resolve --rolled-back ${committed}`,
    'migrate deploy',
    `migrate resolve --rolled-back ${committed}`,
    `migrate resolve --applied ${committed}`,
    'migrate deploy',
  ]);

  // If an object exists although nobody was killed, something else created it: the error is passed on.
  const exists = () => Promise.reject(new Error(`Migration name: ${committed}\nDatabase error code: 42P07`));
  await expect(deployMigrations(exists, having([BASE]), QUIET)).rejects.toThrow('42P07');
  const inUse = { ...having([BASE]), interrupted: async () => [{ name: committed, mayBeDone: false }] };
  const deployFails = (...args: string[]) => (args[1] === 'deploy' ? exists() : Promise.resolve());
  await expect(deployMigrations(deployFails, inUse, QUIET)).rejects.toThrow('42P07');
});

it('brings a database of before the baseline to it, marks the baseline, and refuses an older one', async () => {
  const calls: string[] = [];
  const prisma = async (...args: string[]) => {
    calls.push(args.join(' '));
  };
  const before = base.before;
  await deployMigrations(prisma, having(before), QUIET);
  const [upgrade, mark, rest] = [
    'migrate deploy --config prisma/upgrade/prisma.config.ts',
    `migrate resolve --applied ${BASE}`,
    'migrate deploy',
  ];
  expect(calls.splice(0)).toEqual([upgrade, mark, rest]);
  await deployMigrations(prisma, having([...before, ...upgradeNames()]), QUIET);
  expect(calls.splice(0)).toEqual([mark, rest]);
  await deployMigrations(prisma, having([...before, ...upgradeNames(), BASE]), QUIET);
  expect(calls.splice(0)).toEqual([rest]);

  await expect(deployMigrations(prisma, having(before.slice(0, -1)), QUIET)).rejects.toThrow(
    /versão anterior a/,
  );
  expect(calls).toEqual([]);
  expect(missingMigrations(before)).toEqual([...upgradeNames(), ...migrationNames()]);
  expect(missingMigrations([])).toEqual(migrationNames());
});

it('goes on where somebody else has marked the baseline meanwhile, and nowhere else', async () => {
  const all = [...base.before, ...upgradeNames()];
  const refused = (...args: string[]) =>
    args[1] === 'resolve' ? Promise.reject(new Error('P3008')) : Promise.resolve();
  await expect(deployMigrations(refused, having(all), QUIET)).rejects.toThrow('P3008');
  let asked = 0;
  const applied = async () => (asked++ === 0 ? all : [...all, BASE]);
  await deployMigrations(refused, { ...having(all), applied }, QUIET);
  expect(asked).toBe(2);
});
