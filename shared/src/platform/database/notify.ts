// Uses SQL, because Prisma has no NOTIFY.
import type { Db } from '@escuta/prisma/db';
import { sql } from './sql.ts';

/** Notifies a channel's listeners; inside a transaction, when it commits. */
export async function notify(db: Db, channel: string): Promise<void> {
  await db.sql(sql`select pg_notify(${channel}, '')`);
}
