import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import type { TestDeps } from './app.ts';

export async function isStored({ store }: Pick<TestDeps, 'store'>, key: string): Promise<boolean> {
  try {
    await store.head(key);
    return true;
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return false;
    throw error;
  }
}

/** Counts the rows of the database that contain one of these ids, by table. */
export async function rowsThatName(
  { db }: Pick<TestDeps, 'db'>,
  ids: readonly string[],
): Promise<Record<string, number>> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE'
       and table_name not in (select relname from pg_class where relispartition)`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from ${name} t where to_jsonb(t)::text ~ $1`,
      [ids.join('|')],
    );
    if (rows[0]?.n) found[name] = rows[0].n;
  }
  return found;
}
