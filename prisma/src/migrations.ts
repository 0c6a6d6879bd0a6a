import { readdirSync } from 'node:fs';
import type { Pool } from 'pg';

/** Names of the migrations that this version of the product brings, in order. */
export function migrationNames(): string[] {
  return readdirSync(new URL('../migrations/', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Which of the migrations have not been applied to the database (or did not finish).
 * @throws the database's error, also when no migration was ever applied
 */
export async function pendingMigrations(
  pool: Pick<Pool, 'query'>,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return names.filter((name) => !applied.has(name));
}
