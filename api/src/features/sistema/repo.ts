// SQL: probes of the database itself.

import { pendingMigrations } from '@escuta/prisma/migrations';
import type { Pool } from 'pg';

/** Whether PostgreSQL answers. @throws its error */
export async function pingDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1');
}

/** How many of the product's migrations the database lacks. */
export async function countPendingMigrations(pool: Pool): Promise<number> {
  return (await pendingMigrations(pool)).length;
}
