import type { Pool } from 'pg';
import { missingMigrations } from './base.mjs';

/**
 * Names of the migrations that a database has, in order: applied to their end and not rolled back.
 * @throws the database's error, also when no migration was ever applied
 */
export async function appliedMigrations(db: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ nome: string }>(
    `SELECT DISTINCT migration_name AS nome FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ nome }) => nome);
}

/**
 * Which of the product's migrations have not been applied to the database (or did not finish).
 * @throws the database's error, also when no migration was ever applied
 */
export const pendingMigrations = async (db: Pick<Pool, 'query'>): Promise<string[]> =>
  missingMigrations(await appliedMigrations(db));
