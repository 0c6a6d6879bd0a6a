// SQL: a person's own, whichever of their companies' they are; an administrator's also of other companies.

import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { Queryable } from '@escuta/shared/node/transaction';

export type NotificacaoRow = {
  id: string;
  tipo: string;
  dados: unknown;
  lida: boolean;
  created_at: Date;
};

/** Notifications `n` of a person ($1) in a scope ($2). */
const OWN = 'n.usuario_id = $1 AND ($2::uuid IS NULL OR n.empresa_id = $2)';

/** The newest of a person, and how many were not read, counted up to `countLimit`. */
export async function listNotificacoes(
  db: Queryable,
  scope: Scope,
  usuarioId: string,
  limits: { limit: number; countLimit: number },
): Promise<{ rows: NotificacaoRow[]; naoLidas: number }> {
  const values = [usuarioId, empresaIdOf(scope)];
  const { rows } = await db.query<NotificacaoRow>({
    name: 'notificacoes_lista',
    text: `SELECT n.id, n.tipo, n.dados, n.lida_em IS NOT NULL AS lida, n.created_at FROM notificacoes n
           WHERE ${OWN} ORDER BY n.created_at DESC, n.id DESC LIMIT $3`,
    values: [...values, limits.limit],
  });
  const count = await db.query<{ n: number }>({
    name: 'notificacoes_conta',
    text: `SELECT count(*)::int AS n FROM (
             SELECT FROM notificacoes n WHERE ${OWN} AND n.lida_em IS NULL LIMIT $3) AS achadas`,
    values: [...values, limits.countLimit],
  });
  return { rows, naoLidas: count.rows[0]?.n ?? 0 };
}

/** Marks a person's notifications as read: those named, or all (null). What was read before stays as it is. */
export async function markRead(
  db: Queryable,
  scope: Scope,
  usuarioId: string,
  ids: readonly string[] | null,
): Promise<void> {
  await db.query({
    name: 'notificacoes_lidas',
    text: `UPDATE notificacoes n SET lida_em = now()
           WHERE ${OWN} AND n.lida_em IS NULL AND ($3::uuid[] IS NULL OR n.id = ANY ($3))`,
    values: [usuarioId, empresaIdOf(scope), ids],
  });
}
