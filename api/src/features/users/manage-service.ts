import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/users';
import type { UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import { DIREITOS, type Direito, type Papel } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { closePasswordLinks } from '@escuta/shared/services/accounts/password-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import { assertNotLast, lockAccounts, removeAccount } from '../../accounts/accounts.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  type AccountChange,
  type AccountRow,
  findAccount,
  isStill,
  listAccounts,
  saveAccount,
  saveDireitos,
  saveName,
} from './manage-repo.ts';
import { presentAccount } from './present.ts';

const notFound = () => new AppError('nao_encontrado', 'Usuário não encontrado.');

/** A page of the accounts that the caller manages, of every company or of the caller's. */
export async function pageOfUsers(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listUsers>,
) {
  const { empresaId, role, situacao, q, page, limit } = query;
  const filter = { empresaId, role, situacao, q, page, limit };
  return presentPage(query, await listAccounts(deps.db, session.scope, filter), presentAccount);
}

/**
 * Refuses the right `so_campo` for a role that manages.
 * @throws AppError regra_violada
 */
export function assertFieldOnlyRole(papel: Papel): void {
  if (papel === 'usuario') return;
  throw new AppError('regra_violada', 'O acesso “Só campo” vale apenas para contas com o papel de usuário.');
}

/**
 * Requires an administrator for creating administrators or changing their accounts.
 * @throws AppError sem_permissao
 */
export function assertMayManage(session: Session, account: { papel: Papel }, newRole?: Papel): void {
  if (session.papel === 'admin') return;
  if (account.papel === 'admin') {
    throw new AppError('sem_permissao', 'Só um administrador pode alterar a conta de um administrador.');
  }
  if (newRole === 'admin') {
    throw new AppError('sem_permissao', 'Só um administrador pode atribuir o papel de administrador.');
  }
}

/**
 * Locks an account and all accounts of its company for the caller's change.
 * @throws AppError nao_encontrado, sem_permissao, nao_autenticado if the caller lost the session's role
 */
export async function lockAccount(db: Db, session: Session, id: string): Promise<AccountRow> {
  const seen = await findAccount(db, session.scope, id);
  if (!seen) throw notFound();
  await lockAccounts(db, seen.empresa_id);
  if (session.membroId === null || !(await isStill(db, session.ownScope, session.membroId, session.papel))) {
    throw new AppError('nao_autenticado', 'Usuário não autenticado.');
  }
  const account = await findAccount(db, session.scope, id);
  if (!account) throw notFound();
  assertMayManage(session, account);
  return account;
}

function changesOf(account: AccountRow, body: BodyOf<typeof contracts.updateUser>): AccountChange {
  const nome = body.nome === undefined ? undefined : body.nome || null;
  const papel = body.role ?? account.papel;
  // A role other than usuario ends the limit to field work (`so_campo`).
  const direitos: Partial<Record<Direito, boolean>> = {
    ...(papel === 'usuario' ? {} : { so_campo: false }),
    ...body.direitos,
  };
  const changed = DIREITOS.filter(
    (one) => direitos[one] !== undefined && direitos[one] !== account.direitos.includes(one),
  );
  return {
    ...(changed.length > 0
      ? { direitos: Object.fromEntries(changed.map((one) => [one, direitos[one]])) }
      : {}),
    ...(body.role !== undefined && body.role !== account.papel ? { papel: body.role } : {}),
    ...(body.ativo !== undefined && body.ativo !== account.ativo ? { ativo: body.ativo } : {}),
    ...(nome !== undefined && nome !== account.nome ? { nome } : {}),
  };
}

/** Checks that the caller may make a change of an account. @throws AppError regra_violada, sem_permissao */
async function assertAllowed(
  db: Db,
  session: Session,
  account: AccountRow,
  change: AccountChange,
): Promise<void> {
  const isSelf = account.id === session.membroId;
  if (isSelf && change.papel !== undefined) {
    throw new AppError('regra_violada', 'Você não pode mudar o seu próprio papel.');
  }
  if (isSelf && change.ativo === false) {
    throw new AppError('regra_violada', 'Você não pode desativar a sua própria conta.');
  }
  assertMayManage(session, account, change.papel);
  if (change.direitos?.so_campo) assertFieldOnlyRole(change.papel ?? account.papel);
  if (change.nome !== undefined && account.outras_contas && session.papel !== 'admin' && !isSelf) {
    // The person has the same name in every company, so a single company's manager may not change it.
    throw new AppError(
      'regra_violada',
      'O nome desta pessoa só pode ser mudado por ela mesma, no perfil, ou por um administrador.',
    );
  }
  const guarded = { id: account.id, empresaId: account.empresa_id, papel: account.papel };
  if (change.ativo === false) await assertNotLast(db, guarded, 'desativar');
  // A manager who becomes an administrator still manages the company.
  if (change.papel !== undefined && change.papel !== 'admin') await assertNotLast(db, guarded, 'rebaixar');
}

/** The change for the audit log, which stores no names. */
function logOf(account: AccountRow, { direitos, nome, ...change }: AccountChange) {
  const rights = (of: (one: (typeof DIREITOS)[number]) => boolean | undefined) =>
    Object.fromEntries(DIREITOS.map((one) => [`direito_${one}`, of(one)]));
  return {
    ...diffOf(
      { papel: account.papel, ativo: account.ativo, ...rights((one) => account.direitos.includes(one)) },
      { ...change, ...rights((one) => direitos?.[one]) },
    ),
    ...(nome === undefined ? {} : { mudou: ['nome'] }),
  };
}

/**
 * Changes an account's role, rights or state, or its person's name. A new role or state ends the account's sessions.
 * @throws AppError nao_encontrado, sem_permissao, regra_violada
 */
export async function changeUser(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateUser>,
): Promise<UserAccountWire> {
  const { account, isTold } = await deps.db.transaction(async (tx) => {
    const before = await lockAccount(tx, session, id);
    const change = changesOf(before, body);
    if (Object.keys(change).length === 0) return { account: before, isTold: false };
    await assertAllowed(tx, session, before, change);
    const ends = change.papel !== undefined || change.ativo !== undefined;
    if (ends) await saveAccount(tx, session.scope, id, change);
    if (change.ativo === false) {
      await closePasswordLinks(tx, { empresaId: before.empresa_id, membroId: id });
    }
    if (change.direitos) {
      await saveDireitos(tx, { id, empresaId: before.empresa_id }, change.direitos, actor.usuarioId);
    }
    if (change.nome !== undefined) await saveName(tx, session.scope, id, change.nome);
    await recordAction(tx, {
      ...actor,
      empresaId: before.empresa_id,
      acao: 'usuario_alterado',
      recurso: 'usuario',
      recursoId: id,
      detalhes: logOf(before, change),
    });
    const after = await findAccount(tx, session.scope, id);
    if (!after) throw notFound();
    // New rights apply in running sessions; a new role or state ends them.
    return { account: after, isTold: ends || change.direitos !== undefined };
  });
  if (isTold) deps.sessions.announce(id);
  return presentAccount(account);
}

/**
 * Deletes an account and ends its sessions.
 * @throws AppError nao_encontrado, sem_permissao, regra_violada
 */
export async function removeUser(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, session, id);
    if (account.id === session.membroId) {
      throw new AppError('regra_violada', 'Para excluir a sua própria conta, use o seu perfil.');
    }
    const { empresa_id: empresaId, papel } = account;
    await assertNotLast(tx, { id, empresaId, papel }, 'excluir');
    await removeAccount(tx, { empresaId, membroId: id });
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'usuario_removido',
      recurso: 'usuario',
      recursoId: id,
      detalhes: { papel },
    });
  });
  deps.sessions.announce(id);
}
