import { AppError } from '@escuta/shared/domain/errors';
import type { Papel } from '@escuta/shared/domain/permissions';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Queryable } from '@escuta/shared/node/transaction';

/** An account as the rules about the last ones need it. */
export type GuardedAccount = { id: string; empresa_id: string; papel: Papel };

/** Accounts that somebody can sign in with. */
const IN_USE = 'm.ativo and m.senha_hash is not null and e.ativa and e.arquivada_em is null';

/**
 * Holds back every other change of accounts in the company, and of administrators anywhere, until the transaction ends.
 * To be called before the account is read: two people who take each other's role away then come one after the other.
 */
export async function lockAccounts(db: Queryable, scope: Scope, empresaId: string): Promise<void> {
  // Administrators belong to the installation, whose "last one" no company's row stands for. Always before the company.
  await db.query(`select pg_advisory_xact_lock(hashtext('escuta:contas'))`);
  await db.query('select from empresas where id = $1 and ($2::uuid is null or id = $2) for no key update', [
    empresaId,
    scope.kind === 'empresa' ? scope.empresaId : null,
  ]);
}

/**
 * Refuses to take away the last account in use that manages a company that is not archived, or the last administrator of
 * the installation. Under `lockAccounts`. `saida`: what would happen to it, for the message. @throws AppError regra_violada
 */
export async function assertNotLast(
  db: Queryable,
  scope: Scope,
  account: GuardedAccount,
  saida: 'excluir' | 'desativar' | 'rebaixar',
): Promise<void> {
  if (account.papel === 'usuario') return;
  const { rows } = await db.query<{ em_uso: boolean; outras: boolean }>(
    `select exists (select from membros m join empresas e on e.id = m.empresa_id where m.id = $1 and ${IN_USE}) as em_uso,
       exists (select from membros m join empresas e on e.id = m.empresa_id
         where m.id <> $1 and m.papel = $2::papel and ($2::text = 'admin' or m.empresa_id = $3)
           and ($4::uuid is null or $2::text = 'admin' or m.empresa_id = $4) and ${IN_USE}) as outras`,
    [account.id, account.papel, account.empresa_id, scope.kind === 'empresa' ? scope.empresaId : null],
  );
  const [found] = rows;
  if (!found?.em_uso || found.outras) return;
  const what = {
    excluir: 'não pode ser excluída',
    desativar: 'não pode ser desativada',
    rebaixar: 'não pode mudar de papel',
  }[saida];
  throw new AppError(
    'regra_violada',
    account.papel === 'admin'
      ? `Esta é a última conta de administrador em uso na instalação e ${what}. Antes, dê o papel de administrador a outra pessoa.`
      : `Esta é a última conta de gerente em uso na empresa e ${what}. Antes, dê o papel de gerente a outra pessoa.`,
  );
}
