import { migrationNames, pendingMigrations } from '@escuta/prisma/migrations';
import type { Pool } from 'pg';

/** Whether PostgreSQL answers. @throws its error */
export async function pingDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1');
}

/** The migrations of this version: they do not change while a process runs. */
const MIGRATIONS = migrationNames();

/** How many of the product's migrations the database lacks. */
export async function countPendingMigrations(pool: Pool): Promise<number> {
  return (await pendingMigrations(pool, MIGRATIONS)).length;
}

/** Age of the oldest run of the installation that still waits, seconds; null when none does. */
export async function oldestWaitS(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ s: number | null }>(
    `select floor(extract(epoch from now() - min(created_at)))::int as s from (
       select min(created_at) as created_at from execucoes where status = 'na_fila' and admitida_em is null
       union all
       select min(created_at) from execucoes
         where status in ('na_fila', 'executando') and admitida_em is not null and status = 'na_fila'
     ) esperas`,
  );
  return rows[0]?.s ?? null;
}
