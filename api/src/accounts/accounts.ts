import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';
import { inScope } from '@escuta/shared/platform/database/sql';

export type GuardedAccount = { id: string; empresaId: string; papel: Papel };

/** SQL condition: account `m` of company `e` can sign in. */
const IN_USE = 'm.ativo and m.senha_hash is not null and e.ativa and e.arquivada_em is null';

/**
 * Locks all account changes of a company and of the administrators. Call this function before reading the account:
 * otherwise two people could each take the other's role away.
 */
export async function lockAccounts(db: Db, empresaId: string): Promise<void> {
  // Administrators belong to the installation, which has no row, so their lock is 'contas', taken before the company's.
  await lock(db, 'contas');
  await db.query('select from empresas where id = $1 for no key update', [empresaId]);
}

/** True if the account can sign in. The answer cannot change while the caller holds `lockAccounts`. */
export async function isInUse(db: Db, membroId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from membros m join empresas e on e.id = m.empresa_id where m.id = $1 and ${IN_USE}`,
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
 * Refuses to remove an unarchived company's last manager who can sign in, or the last administrator. `saida`: the
 * action named in the message. The caller holds `lockAccounts`.
 * @throws AppError regra_violada
 */
export async function assertNotLast(
  db: Db,
  account: GuardedAccount,
  saida: keyof typeof OUTCOME,
): Promise<void> {
  if (account.papel === 'usuario' || !(await isInUse(db, account.id))) return;
  const { rowCount } = await db.query(
    `select from membros m join empresas e on e.id = m.empresa_id
     where m.id <> $1 and m.papel = $2::papel and ${inScope('$3', 'm.empresa_id')} and ${IN_USE} limit 1`,
    [account.id, account.papel, account.papel === 'gerente' ? account.empresaId : null],
  );
  if (rowCount) return;
  throw new AppError(
    'regra_violada',
    account.papel === 'admin'
      ? `Esta é a última conta ativa de administrador na instalação e ${OUTCOME[saida]}. Antes, atribua o papel de administrador a outra pessoa.`
      : `Esta é a última conta ativa de gerente na empresa e ${OUTCOME[saida]}. Antes, atribua o papel de gerente a outra pessoa.`,
  );
}

/**
 * Deletes an account, its password links, preferences, ticket assignments and, if it was the person's last account, the
 * person (LGPD). The log keeps only ids.
 * @returns false if there was no such account
 */
export async function removeAccount(
  db: Db,
  account: { empresaId: string; membroId: string },
): Promise<boolean> {
  const { rows } = await db.query<{ usuario_id: string }>({
    name: 'account_remove',
    text: 'delete from membros where id = $1 and empresa_id = $2 returning usuario_id',
    values: [account.membroId, account.empresaId],
  });
  const usuarioId = rows[0]?.usuario_id;
  if (usuarioId === undefined) return false;
  await db.query({
    name: 'account_remove_names',
    text: `update registros_acesso set detalhes = detalhes - 'email' - 'nome' where recurso_id = $1
      and detalhes ?| array['email', 'nome']`,
    values: [account.membroId],
  });
  await db.within(companyScope(account.empresaId)).ticket.updateMany({
    where: { empresaId: account.empresaId, atribuidoPara: usuarioId },
    data: { atribuidoPara: null },
  });
  // Unassigns the work in this company, because a person with an account in another company is not deleted.
  const { itemAtribuicao, sinal, verificacao } = db.within(companyScope(account.empresaId));
  await itemAtribuicao.updateMany({
    where: { empresaId: account.empresaId, usuarioId },
    data: { usuarioId: null },
  });
  await sinal.updateMany({
    where: { empresaId: account.empresaId, indicadoId: usuarioId },
    data: { indicadoId: null },
  });
  await verificacao.updateMany({
    where: { empresaId: account.empresaId, responsavelId: usuarioId },
    data: { responsavelId: null },
  });
  await db.within(companyScope(account.empresaId)).preferencia.deleteMany({
    where: { empresaId: account.empresaId, usuarioId },
  });
  // Locks the person first, so that a concurrent new account commits before the check below.
  await db.query('select 1 from usuarios where id = $1 for update', [usuarioId]);
  await db.query({
    name: 'account_remove_person',
    text: `delete from usuarios where id = $1 and not exists (select 1 from membros where usuario_id = $1)`,
    values: [usuarioId],
  });
  return true;
}
