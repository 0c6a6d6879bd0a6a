// SQL: one snapshot for all that a file says, and cursors in it: no more than a batch of rows is ever held.

import type { Pool, PoolClient } from 'pg';
import { int, type Sql, sql } from '../sql.ts';
import type { Queryable } from '../transaction.ts';

/** Longest that a statement of an export takes, ms: a batch takes a hundredth of it, a count or a report's figures some seconds. */
const STATEMENT_MS = 60_000;

/**
 * Everything as it stood at one moment, for reading alone. Holds a connection until `close`, whatever happens to whoever reads.
 */
export class Snapshot {
  readonly #client: PoolClient;
  #broken: Error | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  #cursors = 0;
  readonly #onLost = (error: Error) => {
    this.#broken = error;
  };

  private constructor(client: PoolClient) {
    this.#client = client;
    // Without this a database that restarts between two statements would end the process.
    client.on('error', this.#onLost);
  }

  static async open(pool: Pool): Promise<Snapshot> {
    const snapshot = new Snapshot(await pool.connect());
    try {
      await snapshot.#client.query('begin isolation level repeatable read read only');
      await snapshot.#client.query(sql`set local statement_timeout = ${int(STATEMENT_MS)}`.statement());
      return snapshot;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  /** Runs statements one after the other, however many ask at once. */
  readonly db: Queryable = {
    query: ((...args: Parameters<PoolClient['query']>) => {
      const asked = this.#last.then(() => this.#client.query(...args));
      this.#last = asked.catch(() => {});
      return asked;
    }) as unknown as PoolClient['query'],
  };

  /** The rows of a statement in batches of `size`, by a cursor. `array`: each row an array of its columns. */
  async *rows<T>(statement: Sql, size: number, { array = false } = {}): AsyncGenerator<T[]> {
    this.#cursors += 1;
    const name = sqlName(this.#cursors);
    await this.db.query(sql`declare ${name} no scroll cursor for ${statement}`.statement());
    const next = {
      ...sql`fetch forward ${int(size)} from ${name}`.statement(),
      ...(array ? { rowMode: 'array' as const } : {}),
    };
    for (;;) {
      const { rows } = (await this.db.query(next as never)) as unknown as { rows: T[] };
      const n = rows.length;
      if (n > 0) yield rows;
      // What the driver still holds of a batch would keep it until the next full collection: 200 MB of a large survey.
      rows.length = 0;
      if (n < size) break;
    }
    await this.db.query(sql`close ${name}`.statement());
  }

  /** Gives the connection back; again, nothing. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#last;
    await this.#client.query('rollback').catch(this.#onLost);
    this.#client.removeListener('error', this.#onLost);
    this.#client.release(this.#broken);
  }
}

/** exportada_1, exportada_2 … */
const sqlName = (n: number): Sql => sql`exportada_${int(n)}`;
