// SQL: the statements probe the database itself.

import type { Database } from '@escuta/prisma/db';
import { pendingMigrations } from '@escuta/prisma/migrations';

/**
 * Checks that PostgreSQL answers.
 * @throws the database's error
 */
export async function pingDatabase(db: Database): Promise<void> {
  await db.query('select 1');
}

/** Number of migrations that the database lacks. */
export async function countPendingMigrations(db: Database): Promise<number> {
  return (await pendingMigrations(db)).length;
}
