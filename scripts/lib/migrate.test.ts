import { expect, it } from 'vitest';
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
  await deployMigrations(prisma, { say: (line) => said.push(line), pauseMs: 0 });
  const again = ['migrate resolve --rolled-back 20261202000000_x', 'migrate deploy'];
  expect(calls).toEqual(['migrate deploy', ...again, ...again]);
  expect(said).toHaveLength(2);

  const broken = () => Promise.reject(new Error('Migration name: 1_x\nDatabase error code: 42601'));
  await expect(deployMigrations(broken, { say: () => {}, pauseMs: 0 })).rejects.toThrow('42601');
  const forever = (...args: string[]) =>
    args[1] === 'deploy' ? Promise.reject(new Error(LOCKED)) : Promise.resolve();
  await expect(deployMigrations(forever, { say: () => {}, pauseMs: 0 })).rejects.toThrow('lock timeout');
});
