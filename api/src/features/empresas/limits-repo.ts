// SQL: limits are read and written under the company's lock, in the transaction of the limited action.

import type { Db } from '@escuta/prisma/db';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { inScope } from '@escuta/shared/platform/database/sql';

type OwnScope = Extract<Scope, { kind: 'empresa' }>;

/** The caller's company (null if deleted) and the caller's e-mail in it (null if the account was deleted). */
export async function findOwnConfirmation(
  db: Db,
  scope: OwnScope,
  membroId: string | null,
): Promise<{ confirmado: boolean; email: string | null; empresa: string; cnpj: string } | null> {
  const { rows } = await db.query<{
    confirmado: boolean;
    email: string | null;
    empresa: string;
    cnpj: string;
  }>({
    name: 'confirmation_own',
    text: `select e.email_confirmado_em is not null as confirmado, u.email, e.nome as empresa, e.cnpj
           from empresas e left join membros m on m.empresa_id = e.id and m.id = $2
             left join usuarios u on u.id = m.usuario_id
           where e.id = $1`,
    values: [scope.empresaId, membroId],
  });
  return rows[0] ?? null;
}

/** Number of confirmation links mailed to an account in 24 hours. */
export async function countConfirmationLinks(db: Db, scope: OwnScope, membroId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: 'confirmation_links_today',
    text: `select count(*)::int as n from confirmacoes_email
           where membro_id = $1 and empresa_id = $2 and created_at > now() - interval '24 hours'`,
    values: [membroId, scope.empresaId],
  });
  return rows[0]?.n ?? 0;
}

export type EmpresaLimits = {
  email_confirmado_em: Date | null;
  convites_max: number | null;
  compras_mes_max: number | null;
};

/**
 * A company's limits set by an administrator; null outside the scope. `lock`: locks the company until the transaction
 * ends.
 */
export async function findLimits(
  db: Db,
  scope: Scope,
  id: string,
  { lock = false } = {},
): Promise<EmpresaLimits | null> {
  const { rows } = await db.query<EmpresaLimits>(
    `select email_confirmado_em, convites_max, compras_mes_max from empresas
     where id = $1 and ${inScope('$2', 'id')} ${lock ? 'for no key update' : ''}`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** Writes a company's limits. Call under `findLimits` with `lock`. */
export async function saveLimits(
  db: Db,
  scope: Scope,
  id: string,
  limits: Pick<EmpresaLimits, 'convites_max' | 'compras_mes_max'>,
): Promise<void> {
  await db.query(
    `update empresas set convites_max = $3, compras_mes_max = $4, updated_at = now()
     where id = $1 and ${inScope('$2', 'id')}`,
    [id, empresaIdOf(scope), limits.convites_max, limits.compras_mes_max],
  );
}
