import { appliedMigrations, missingMigrations } from './base.mjs';
import type { Database } from './db.ts';

/**
 * Names of migrations that the database lacks or did not finish.
 * @throws the database's error, also if no migration was ever applied
 */
export const pendingMigrations = async (db: Pick<Database, 'query'>): Promise<string[]> =>
  missingMigrations(await appliedMigrations(db));
