// SQL: these are reads whose result is only needed if it arrives within a time limit.

import type { Database } from '@escuta/prisma/db';
import { int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { isTimeout } from '@escuta/shared/platform/database/timeouts';
import type { QueryResultRow } from 'pg';

/** The rows of a statement; null if it takes longer than `ms`. */
export async function readWithin<Row extends QueryResultRow>(
  db: Database,
  ms: number,
  statement: Sql,
): Promise<Row[] | null> {
  try {
    return await db.transaction(async (tx) => {
      await tx.sql(sql`set local statement_timeout = ${int(ms)}`);
      return (await tx.sql<Row>(statement)).rows;
    });
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}
