// SQL: probes of the database itself.

import type { Database } from '@escuta/prisma/db';
import { pendingMigrations } from '@escuta/prisma/migrations';

/** Whether PostgreSQL answers. @throws its error */
export async function pingDatabase(db: Database): Promise<void> {
  await db.query('select 1');
}

/** How many of the product's migrations the database lacks. */
export async function countPendingMigrations(db: Database): Promise<number> {
  return (await pendingMigrations(db)).length;
}
