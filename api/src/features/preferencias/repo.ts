// SQL: one statement inserts a choice or replaces the existing one. Choices belong to a person in the signed-in
// company.
import type { Db } from '@escuta/prisma/db';
import type { ChavePreferencia } from '@escuta/shared/domain/accounts/preferences';
import type { Scope } from '@escuta/shared/domain/scope';
import { sql } from '@escuta/shared/platform/database/sql';

export type Owner = { readonly scope: Scope; readonly usuarioId: string; readonly empresaId: string };

export async function readPreferencias(
  db: Db,
  { scope, usuarioId, empresaId }: Owner,
): Promise<{ chave: string; valor: unknown }[]> {
  return db.within(scope).preferencia.findMany({
    where: { usuarioId, empresaId },
    select: { chave: true, valor: true },
    orderBy: { chave: 'asc' },
    take: 100,
  });
}

export async function removePreferencia(
  db: Db,
  { scope, usuarioId, empresaId }: Owner,
  chave: ChavePreferencia,
): Promise<void> {
  await db.within(scope).preferencia.deleteMany({ where: { usuarioId, empresaId, chave } });
}

export async function writePreferencia(
  db: Db,
  { usuarioId, empresaId }: Owner,
  chave: ChavePreferencia,
  valor: object,
): Promise<void> {
  await db.sql(
    sql`insert into preferencias (usuario_id, empresa_id, chave, valor)
      values (${usuarioId}, ${empresaId}, ${chave}, ${JSON.stringify(valor)}::jsonb)
      on conflict (usuario_id, empresa_id, chave) do update set valor = excluded.valor, updated_at = now()`,
    'preferencia_grava',
  );
}
