// SQL: one snapshot for all that a file says, and cursors in it: no more than a batch of rows is ever held.

import type { Database, HeldConnection } from '@escuta/prisma/db';
import { int, type Sql, sql } from '../../platform/database/sql.ts';

/** Longest that a statement of an export takes, ms: a batch takes a hundredth of it, a count or a report's figures some seconds. */
const STATEMENT_MS = 60_000;

/**
 * Everything as it stood at one moment, for reading alone. Holds a connection until `close`, whatever happens to whoever reads.
 */
export class Snapshot {
  #closed = false;
  #cursors = 0;

  private constructor(readonly db: HeldConnection) {}

  static async open(database: Database): Promise<Snapshot> {
    const snapshot = new Snapshot(await database.hold());
    try {
      await snapshot.db.query('begin isolation level repeatable read read only');
      await snapshot.db.sql(sql`set local statement_timeout = ${int(STATEMENT_MS)}`);
      return snapshot;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  /** The rows of a statement in batches of `size`, by a cursor. `array`: each row an array of its columns. */
  async *rows<T>(statement: Sql, size: number, { array = false } = {}): AsyncGenerator<T[]> {
    this.#cursors += 1;
    const name = sqlName(this.#cursors);
    await this.db.sql(sql`declare ${name} no scroll cursor for ${statement}`);
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
    await this.db.sql(sql`close ${name}`);
  }

  /** Gives the connection back; again, nothing. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.db.release('rollback');
  }
}

/** exportada_1, exportada_2 … */
const sqlName = (n: number): Sql => sql`exportada_${int(n)}`;
