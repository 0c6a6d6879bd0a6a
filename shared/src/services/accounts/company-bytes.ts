import type { Db } from '@escuta/prisma/db';
import { GB } from '../../domain/company-bytes.ts';
import { AppError } from '../../domain/errors.ts';
import { param, type Sql, sql } from '../../platform/database/sql.ts';
import type { Env } from '../../platform/process/env.ts';

type Settings = Pick<Env, 'COMPANY_MAX_GB'>;

/** The installation's quota, bytes; 0: none. */
export const defaultQuota = ({ COMPANY_MAX_GB }: Settings): number => Math.round(COMPANY_MAX_GB * GB);

/** SQL: quota in force of an `empresas` row, bytes; null: none. */
export const quotaOf = (settings: Settings, empresa: Sql): Sql =>
  sql`nullif(coalesce(${empresa}.cota_bytes, ${param(defaultQuota(settings))}::bigint), 0)`;

/** SQL: bytes that a company may still store (empresa_bytes); null: no quota. */
export const bytesLeft = (settings: Settings, empresaId: Sql): Sql =>
  sql`(select case when ${quotaOf(settings, sql`q`)} is not null then ${quotaOf(settings, sql`q`)}
      - (select coalesce(sum(b.bytes), 0) from empresa_bytes b where b.empresa_id = q.id) end
    from empresas q where q.id = ${empresaId})::float8`;

/**
 * Refuses `bytes` above `room` (`bytesLeft`; null: no quota), and any upload if `room` is used up.
 * @throws AppError cota_atingida
 */
export function assertBytes(room: number | null, bytes: number): void {
  if (room === null || (room > 0 && bytes <= room)) return;
  throw new AppError(
    'cota_atingida',
    room > 0
      ? 'O arquivo não cabe no espaço restante da empresa. Exclua dados sem uso, ou peça ao administrador da instalação uma cota maior.'
      : 'A empresa atingiu a cota de armazenamento: a Escuta não recebe novos arquivos até haver espaço. Exclua dados sem uso, ou peça ao administrador da instalação uma cota maior.',
    { dados: { restam: Math.max(0, room) } },
  );
}

/**
 * Refuses data beyond a company's quota before the first byte; concurrent uploads may exceed the quota.
 * @param bytes announced size; 0: unknown
 * @returns bytes left; null: no quota
 * @throws AppError cota_atingida
 */
export async function requireBytes(
  db: Db,
  settings: Settings,
  empresaId: string,
  bytes: number,
): Promise<number | null> {
  const { rows } = await db.sql<{ room: number | null }>(
    sql`select ${bytesLeft(settings, sql`${empresaId}::uuid`)} as room`,
    'empresa_cota_folga',
  );
  const room = rows[0]?.room ?? null;
  assertBytes(room, bytes);
  return room;
}
