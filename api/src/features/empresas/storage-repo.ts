// SQL: storage use is read from sums (docs/decisions/0004-rollups.md) and changed under the company's lock.

import type { Db } from '@escuta/prisma/db';
import type { TipoBytes } from '@escuta/shared/domain/company-bytes';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import type { Env } from '@escuta/shared/platform/process/env';
import { quotaOf } from '@escuta/shared/services/accounts/company-bytes';

export type StorageRow = {
  /** Quota in force, bytes; null: no limit. */
  cota: number | null;
  /** Quota set for the company, bytes; null: the installation's quota applies. */
  propria: number | null;
  usado: number;
  tipos: { tipo: TipoBytes; n: number; bytes: number }[];
};

/** A company's storage use and quota; null outside the scope. */
export async function readStorage(
  db: Db,
  { scope, env }: { scope: Scope; env: Env },
  id: string,
): Promise<StorageRow | null> {
  const { rows } = await db.sql<StorageRow>(
    sql`with somas as (
        select tipo, sum(n) as n, sum(bytes) as bytes from empresa_bytes where empresa_id = ${id}
          group by 1 having sum(n) <> 0)
      select ${quotaOf(env, sql`e`)}::float8 as cota, e.cota_bytes::float8 as propria,
        (select coalesce(sum(bytes), 0)::float8 from somas) as usado,
        coalesce((select json_agg(json_build_object('tipo', tipo, 'n', n, 'bytes', bytes) order by bytes desc, tipo)
          from somas), '[]') as tipos
      from empresas e where e.id = ${id} and ${inScope(scope, sql`e.id`)}`,
    'empresa_armazenamento',
  );
  return rows[0] ?? null;
}

/**
 * Writes a company's own quota.
 * @returns the previous quota, bytes; undefined outside the scope
 */
export async function saveQuota(
  db: Db,
  scope: Scope,
  id: string,
  bytes: number | null,
): Promise<number | null | undefined> {
  const { rows } = await db.sql<{ antes: number | null }>(
    sql`select cota_bytes::float8 as antes from empresas where id = ${id}
      and ${inScope(scope, sql`id`)} for no key update`,
    'empresa_cota_antes',
  );
  const [row] = rows;
  if (row && row.antes !== bytes) {
    await db.sql(
      sql`update empresas set cota_bytes = ${bytes}::bigint, updated_at = now() where id = ${id}`,
      'empresa_cota_nova',
    );
  }
  return row?.antes;
}
