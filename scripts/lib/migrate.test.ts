import { expect, it } from 'vitest';
import base from '../../prisma/base.json' with { type: 'json' };
import { BASE, migrationNames, missingMigrations, upgradeNames } from '../../prisma/src/base.mjs';
import { deployMigrations } from './migrate.mjs';

/** As Prisma 7.10 says it. */
const failed = (error: string) => `prisma migrate deploy falhou (código 1):
Error: external connector error
Error querying the database: ERROR: ${error}
   0: sql_schema_connector::apply_migration::apply_script
           with migration_name="20261202000000_x"
             at schema-engine/connectors/sql-schema-connector/src/apply_migration.rs:113`;
const LOCKED = failed('canceling statement due to lock timeout');
/** A call that is being written has its table, and wants that of its quality, which the migration has. */
const DEADLOCK = failed('deadlock detected');

/** A database with these migrations. */
const having = (names: readonly string[]) => ({ applied: async () => [...names], say: () => {}, pauseMs: 0 });

it('asks again for a migration whose table was in use, after marking it as rolled back; anything else ends it', async () => {
  const calls: string[] = [];
  const said: string[] = [];
  let failures = 2;
  const prisma = (...args: string[]) => {
    calls.push(args.join(' '));
    if (args[1] === 'deploy' && failures-- > 0)
      return Promise.reject(new Error(failures === 0 ? DEADLOCK : LOCKED));
    return Promise.resolve();
  };
  await deployMigrations(prisma, { ...having([]), say: (line) => said.push(line) });
  const again = ['migrate resolve --rolled-back 20261202000000_x', 'migrate deploy'];
  expect(calls).toEqual(['migrate deploy', ...again, ...again]);
  expect(said).toHaveLength(2);

  const broken = () => Promise.reject(new Error('Migration name: 1_x\nDatabase error code: 42601'));
  await expect(deployMigrations(broken, having([]))).rejects.toThrow('42601');
  const forever = (...args: string[]) =>
    args[1] === 'deploy' ? Promise.reject(new Error(LOCKED)) : Promise.resolve();
  await expect(deployMigrations(forever, having([]))).rejects.toThrow('lock timeout');
});

it('brings a database of before the baseline to it, marks the baseline, and refuses an older one', async () => {
  const calls: string[] = [];
  const prisma = async (...args: string[]) => {
    calls.push(args.join(' '));
  };
  const before = base.before;
  await deployMigrations(prisma, having(before));
  const [upgrade, mark, rest] = [
    'migrate deploy --config prisma/upgrade/prisma.config.ts',
    `migrate resolve --applied ${BASE}`,
    'migrate deploy',
  ];
  expect(calls.splice(0)).toEqual([upgrade, mark, rest]);
  await deployMigrations(prisma, having([...before, ...upgradeNames()]));
  expect(calls.splice(0)).toEqual([mark, rest]);
  await deployMigrations(prisma, having([...before, ...upgradeNames(), BASE]));
  expect(calls.splice(0)).toEqual([rest]);

  await expect(deployMigrations(prisma, having(before.slice(0, -1)))).rejects.toThrow(/versão anterior a/);
  expect(calls).toEqual([]);
  expect(missingMigrations(before)).toEqual([...upgradeNames(), ...migrationNames()]);
  expect(missingMigrations([])).toEqual(migrationNames());
});

it('goes on where somebody else has marked the baseline meanwhile, and nowhere else', async () => {
  const all = [...base.before, ...upgradeNames()];
  const refused = (...args: string[]) =>
    args[1] === 'resolve' ? Promise.reject(new Error('P3008')) : Promise.resolve();
  await expect(deployMigrations(refused, having(all))).rejects.toThrow('P3008');
  let asked = 0;
  const applied = async () => (asked++ === 0 ? all : [...all, BASE]);
  await deployMigrations(refused, { ...having(all), applied });
  expect(asked).toBe(2);
});
