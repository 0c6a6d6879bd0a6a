// A database as an earlier version left it: the migrations up to one, in a schema of their own, and then the rest.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { vi } from 'vitest';

const FOLDER = new URL('../../prisma/migrations/', import.meta.url);
const names = () =>
  readdirSync(FOLDER)
    .filter((name) => /^\d{14}_/u.test(name))
    .sort();

export type OldDatabase = {
  /** A DATABASE_URL for whoever works on it once it is migrated. */
  url: string;
  query: pg.Client['query'];
  /** Applies the migrations that were left out. */
  migrate: () => Promise<void>;
  /** The same, begun while a process of the version before has `write` in an open transaction; it commits once the migration waits. */
  migrateDuring: (write: (query: pg.Client['query']) => Promise<unknown>) => Promise<void>;
  close: () => Promise<void>;
};

/** Every migration before `migration`, which must exist, on an empty schema. */
export async function createOldDatabase(databaseUrl: string, migration: string): Promise<OldDatabase> {
  const schema = `antigo_${randomUUID().slice(0, 8)}`;
  const url = new URL(databaseUrl);
  url.searchParams.delete('schema');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create schema ${schema}`);
  await client.query(`set search_path to ${schema}, public`);
  const all = names();
  const at = all.indexOf(migration);
  if (at < 0) throw new Error(`There is no migration ${migration}`);
  const apply = async (list: readonly string[]) => {
    for (const name of list)
      await client.query(readFileSync(new URL(`${name}/migration.sql`, FOLDER), 'utf8'));
  };
  await apply(all.slice(0, at));
  const migrateDuring: OldDatabase['migrateDuring'] = async (write) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const writer = new pg.Client({ connectionString: url.href });
    await writer.connect();
    try {
      await writer.query(`set search_path to ${schema}, public`);
      await writer.query('begin');
      await write(writer.query.bind(writer));
      const migrated = apply(all.slice(at));
      // Whatever becomes of it is asked for below: nothing is left unhandled while the writer still holds it up.
      migrated.catch(() => undefined);
      await vi.waitFor(
        async () => {
          const waiting = await writer.query('select from pg_locks where pid = $1 and not granted', [
            rows[0]?.pid,
          ]);
          if (waiting.rows.length === 0)
            throw new Error('The migration does not wait for the open transaction');
        },
        { timeout: 60_000, interval: 20 },
      );
      await writer.query('commit');
      await migrated;
    } finally {
      await writer.end();
    }
  };
  const own = new URL(databaseUrl);
  own.searchParams.set('schema', schema);
  return {
    url: own.href,
    query: client.query.bind(client),
    migrate: () => apply(all.slice(at)),
    migrateDuring,
    close: async () => {
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
    },
  };
}
