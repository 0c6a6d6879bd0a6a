import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';
import { inScope } from '@escuta/shared/platform/database/sql';

/** An account (membro) as the rules about the last ones need it. */
export type GuardedAccount = { id: string; empresaId: string; papel: Papel };

/** An account that somebody can sign in with: no open invitation, not switched off, its company neither. */
const IN_USE = 'm.ativo and m.senha_hash is not null and e.ativa and e.arquivada_em is null';

/**
 * Holds back every other change of accounts in a company, and of administrators anywhere, until the caller's transaction
 * ends. To be called before the account is read: two people who take each other's role away then come one after the other.
 */
export async function lockAccounts(db: Db, empresaId: string): Promise<void> {
  // Administrators belong to the installation, for whose "last one" no company's row stands. Always before the company.
  await lock(db, 'contas');
  await db.query('SELECT FROM empresas WHERE id = $1 FOR NO KEY UPDATE', [empresaId]);
}

/** Whether somebody can (still) sign in with the account. Under `lockAccounts` the answer stays true. */
export async function isInUse(db: Db, membroId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM membros m JOIN empresas e ON e.id = m.empresa_id WHERE m.id = $1 AND ${IN_USE}`,
    [membroId],
  );
  return rowCount === 1;
}

const OUTCOME = {
  excluir: 'não pode ser excluída',
  desativar: 'não pode ser desativada',
  rebaixar: 'não pode mudar de papel',
} as const;

/**
 * Refuses to take away the last account in use that manages a company, or the last administrator of the installation. An
 * archived company may lose its last one. Under `lockAccounts`. `saida`: what would happen to the account.
 * @throws AppError regra_violada
 */
export async function assertNotLast(
  db: Db,
  account: GuardedAccount,
  saida: keyof typeof OUTCOME,
): Promise<void> {
  if (account.papel === 'usuario' || !(await isInUse(db, account.id))) return;
  const { rowCount } = await db.query(
    `SELECT FROM membros m JOIN empresas e ON e.id = m.empresa_id
     WHERE m.id <> $1 AND m.papel = $2::papel AND ${inScope('$3', 'm.empresa_id')} AND ${IN_USE} LIMIT 1`,
    [account.id, account.papel, account.papel === 'gerente' ? account.empresaId : null],
  );
  if (rowCount) return;
  throw new AppError(
    'regra_violada',
    account.papel === 'admin'
      ? `Esta é a última conta de administrador em uso na instalação e ${OUTCOME[saida]}. Antes, atribua o papel de administrador a outra pessoa.`
      : `Esta é a última conta de gerente em uso na empresa e ${OUTCOME[saida]}. Antes, atribua o papel de gerente a outra pessoa.`,
  );
}

/**
 * Deletes an account in the caller's transaction: its password links, its place as the assignee of the company's
 * tickets, and the person with it when this was their last account (LGPD). What the person did stays, by id only, also where a process of
 * the version before wrote a name.
 * @returns whether the account was there
 */
export async function removeAccount(
  db: Db,
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
    name: 'account-remove-names',
    text: `UPDATE registros_acesso SET detalhes = detalhes - 'email' - 'nome' WHERE recurso_id = $1 AND detalhes ?| ARRAY['email', 'nome']`,
    values: [account.membroId],
  });
  await db.within(companyScope(account.empresaId)).ticket.updateMany({
    where: { empresaId: account.empresaId, atribuidoPara: usuarioId },
    data: { atribuidoPara: null },
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
