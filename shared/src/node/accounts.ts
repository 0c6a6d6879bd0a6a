import type { Queryable } from './transaction.ts';

/**
 * Deletes an account in the caller's transaction: its password links, its place as the assignee of the company's
 * tickets, and the person with it when this was their last account (LGPD). What the person did stays, by id only.
 * @returns whether the account was there
 */
export async function removeAccount(
  db: Queryable,
  account: { empresaId: string; membroId: string },
): Promise<boolean> {
  const { rows } = await db.query<{ usuario_id: string }>({
    name: 'account-remove',
    text: 'DELETE FROM membros WHERE id = $1 AND empresa_id = $2 RETURNING usuario_id',
    values: [account.membroId, account.empresaId],
  });
  const usuarioId = rows[0]?.usuario_id;
  if (usuarioId === undefined) return false;
  await db.query({
    name: 'account-remove-tickets',
    text: 'UPDATE tickets SET atribuido_para = NULL WHERE empresa_id = $1 AND atribuido_para = $2',
    values: [account.empresaId, usuarioId],
  });
  // Locked first: whoever gives this person another account at the same time is waited for, and seen.
  await db.query('SELECT 1 FROM usuarios WHERE id = $1 FOR UPDATE', [usuarioId]);
  await db.query({
    name: 'account-remove-person',
    text: `DELETE FROM usuarios WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM membros WHERE usuario_id = $1)`,
    values: [usuarioId],
  });
  return true;
}
