// SQL: a single transaction writes password, sessions, audit log and e-mail.

import type { Database, Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { TERMOS_VERSAO } from '@escuta/shared/domain/accounts/terms';
import type { Scope } from '@escuta/shared/domain/scope';
import { closePasswordLinks } from '@escuta/shared/services/accounts/password-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, type Mail } from '@escuta/shared/services/tasks/mail-queue';
import { assertNotLast, lockAccounts, removeAccount } from '../../accounts/accounts.ts';

import type { AppDeps } from '../../deps.ts';

type OwnScope = Extract<Scope, { kind: 'empresa' }>;

/** A person's account, with the data for a change of password. */
export type OwnAccount = {
  membroId: string;
  usuarioId: string;
  empresaId: string;
  email: string;
  nome: string | null;
  papel: Papel;
  /** Rights beyond those of the role. */
  direitos: string[];
  senhaHash: string | null;
  empresa: string;
  cnpj: string;
};

/** The account in the scope; null if deleted. */
export async function findOwnAccount(db: Db, scope: OwnScope, membroId: string): Promise<OwnAccount | null> {
  const membro = await db.within(scope).membro.findFirst({
    where: { id: membroId, empresaId: scope.empresaId },
    select: {
      usuarioId: true,
      empresaId: true,
      papel: true,
      direitos: { select: { direito: true } },
      senhaHash: true,
      usuario: { select: { email: true, nome: true } },
      empresa: { select: { nome: true, cnpj: true } },
    },
  });
  if (!membro) return null;
  const { usuario, empresa, direitos, ...account } = membro;
  return {
    membroId,
    ...account,
    ...usuario,
    direitos: direitos.map(({ direito }) => direito),
    empresa: empresa.nome,
    cnpj: empresa.cnpj,
  };
}

/**
 * Renames an account's person.
 * @returns false if the person has accounts in other companies, because a registration proves no address and must not
 * rename a stranger
 */
export function renamePerson(
  db: Database,
  scope: OwnScope,
  { membroId, nome, actor }: { membroId: string; nome: string; actor: Actor },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'account_rename',
      text: `update usuarios u set nome = $3, updated_at = now() from membros m
           where m.id = $1 and m.empresa_id = $2 and u.id = m.usuario_id
             and not exists (select from membros o where o.usuario_id = m.usuario_id and o.id <> m.id)`,
      values: [membroId, scope.empresaId, nome],
    });
    if (rowCount !== 1) return false;
    // The log keeps no names of people.
    await recordAction(tx, {
      ...{ ...actor, empresaId: scope.empresaId, recurso: 'usuario', recursoId: membroId },
      acao: 'perfil_alterado',
    });
    return true;
  });
}

/**
 * Replaces the password if the checked password is still in force; ends sessions and links, logs and notifies.
 * @returns the new token version; null if the password changed meanwhile
 */
export async function replacePassword(
  deps: AppDeps,
  scope: OwnScope,
  account: OwnAccount,
  senhaHash: string,
  actor: Actor,
  notice: Mail,
): Promise<number | null> {
  const { membroId } = account;
  const { empresaId } = scope;
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ versao: number }>({
      name: 'account_password',
      text: `update membros set senha_hash = $4, versao_token = versao_token + 1, updated_at = now()
             where id = $1 and empresa_id = $2 and senha_hash = $3 returning versao_token as versao`,
      values: [membroId, empresaId, account.senhaHash, senhaHash],
    });
    const versao = rows[0]?.versao;
    if (versao === undefined) return null;
    await closePasswordLinks(tx, { empresaId, membroId });
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'senha_alterada',
      recurso: 'usuario',
      recursoId: membroId,
    });
    await enqueueMails(tx, deps, [notice]);
    return versao;
  });
}

/**
 * Deletes a person's account, and the person with the last account. Refuses to delete a company's last manager while
 * other people remain in it, and the last administrator.
 * @returns false if the account was deleted before
 * @throws AppError regra_violada
 */
export async function removeOwnAccount(
  deps: AppDeps,
  scope: OwnScope,
  account: OwnAccount,
  actor: Actor,
  notice: Mail,
): Promise<boolean> {
  const { membroId } = account;
  const { empresaId } = scope;
  return deps.db.transaction(async (tx) => {
    await lockAccounts(tx, empresaId);
    const { rows } = await tx.query<{ papel: Papel; outras: boolean }>({
      name: 'account_leave',
      text: `select m.papel, exists (select from membros o where o.empresa_id = $2 and o.id <> m.id) as outras
             from membros m where m.id = $1 and m.empresa_id = $2`,
      values: [membroId, empresaId],
    });
    const [found] = rows;
    if (!found) return false;
    if (found.papel === 'admin' || found.outras) {
      await assertNotLast(tx, { id: membroId, empresaId, papel: found.papel }, 'excluir');
    }
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'conta_excluida',
      recurso: 'usuario',
      recursoId: membroId,
      detalhes: { papel: found.papel },
    });
    await removeAccount(tx, { empresaId, membroId });
    await enqueueMails(tx, deps, [notice]);
    return true;
  });
}

/** Stores and logs once that an account accepted the present terms. */
export async function saveConsent(
  db: Database,
  scope: OwnScope,
  membroId: string,
  actor: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update membros set termos_versao = $3, termos_aceitos_em = now(), termos_pendentes = false, updated_at = now()
       where id = $1 and empresa_id = $2 and (termos_pendentes or termos_versao is distinct from $3)`,
      [membroId, scope.empresaId, TERMOS_VERSAO],
    );
    if (rowCount === 0) return;
    await recordAction(tx, {
      ...actor,
      empresaId: scope.empresaId,
      acao: 'termos_aceitos',
      recurso: 'membro',
      recursoId: membroId,
      detalhes: { termosVersao: TERMOS_VERSAO },
    });
  });
}
