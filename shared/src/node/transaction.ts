import type { Pool, PoolClient } from 'pg';

/** What runs a statement: a pool, or a client inside a transaction. */
export type Queryable = Pick<PoolClient, 'query'>;

/**
 * Runs `work` in one transaction (read committed) on a client of its own: commits when it returns, rolls back when it
 * throws. A connection that fails while rolling back is thrown away rather than given to the next caller.
 */
export async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A pool listens to its idle clients only. Without this, a database that restarts between two of our statements
  // would end the process; the next statement fails anyway.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.removeListener('error', onLost);
    client.release(broken);
  }
}

/**
 * Whether what failed may have been carried out all the same: its connection was lost while the database was at it
 * (prisma/src/result-unknown.ts, known by its name). Nothing that it needs may be undone then.
 */
export function mayBeSaved(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ResultUnknownError' || mayBeSaved(error.cause));
}
