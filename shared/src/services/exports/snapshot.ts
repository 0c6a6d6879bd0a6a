// SQL: opens a snapshot for each file, and reads it in batches by cursors, which Prisma does not have.

import type { Database, HeldConnection } from '@escuta/prisma/db';
import { int, type Sql, sql } from '../../platform/database/sql.ts';

/** Time limit of an export's statement, ms; a batch needs a hundredth of this limit, a count some seconds. */
const STATEMENT_MS = 60_000;

/** A read-only snapshot. Holds a connection until `close`. */
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

  /** Reads rows in batches of `size`, by a cursor. `array`: rows as arrays. */
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
      // Frees the driver's batch: up to 200 MB that would stay until a full garbage collection.
      rows.length = 0;
      if (n < size) break;
    }
    await this.db.sql(sql`close ${name}`);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.db.release('rollback');
  }
}

const sqlName = (n: number): Sql => sql`exportada_${int(n)}`;
