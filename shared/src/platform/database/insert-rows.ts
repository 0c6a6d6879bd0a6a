import type { Db } from '@escuta/prisma/db';

export type Row = Record<string, unknown>;

/** Inserts a demonstration's rows. `table` is not escaped: never take it from a request. */
export async function insertRows(tx: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [sample] = rows;
  if (!sample) return;
  const columns = Object.keys(sample).join(', ');
  await tx.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
