import type { Db } from '@escuta/prisma/db';

export type Row = Record<string, unknown>;

/**
 * Inserts rows whose fields are columns, all rows with the same ones; what a column's type is, the table says. For what is
 * written whole and seldom (a demonstration, an example). `table` is written into the statement: never from a request.
 */
export async function insertRows(tx: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [sample] = rows;
  if (!sample) return;
  const columns = Object.keys(sample).join(', ');
  await tx.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
