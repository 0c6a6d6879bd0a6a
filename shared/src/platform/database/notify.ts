// SQL: Prisma knows no NOTIFY.
import type { Db } from '@escuta/prisma/db';
import { sql } from './sql.ts';

/** Wakes the listeners of a channel; of a transaction, once it is committed. */
export async function notify(db: Db, channel: string): Promise<void> {
  await db.sql(sql`select pg_notify(${channel}, '')`);
}
