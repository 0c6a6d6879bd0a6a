import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/users';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import type { AcaoRegistrada } from '@escuta/shared/domain/log/audit-actions';
import { createPasswordLink, type LinkPurpose } from '@escuta/shared/services/accounts/password-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import { lockAccounts } from '../../accounts/accounts.ts';
import { invitationMail, resetMail } from '../../accounts/password-mails.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { assertNotInvitedOften, assertRoomForInvites, roomForInvites } from './invite-limits.ts';
import {
  type AccountRow,
  findAccount,
  findCompany,
  makeFieldOnly,
  nameOf,
  openAccount,
} from './manage-repo.ts';
import { assertFieldOnlyRole, assertMayManage, lockAccount } from './manage-service.ts';
import { presentAccount } from './present.ts';

type Invited = ResponseOf<typeof contracts.inviteUser>;

const VALIDITY: Record<LinkPurpose, string> = { convite: '7 dias', redefinicao: '30 minutos' };

/** Mails an account's link, or returns it if no e-mail is configured. */
async function sendLink(
  deps: AppDeps,
  db: Db,
  session: Session,
  actor: Actor,
  account: AccountRow,
  acao: AcaoRegistrada,
): Promise<Invited> {
  const finalidade: LinkPurpose = account.convite_pendente ? 'convite' : 'redefinicao';
  const empresaId = account.empresa_id;
  // A company that may not invite may not repeat invitations either.
  if (finalidade === 'convite') await roomForInvites(deps, db, session, empresaId);
  const { url } = await createPasswordLink(db, deps.env, { empresaId, membroId: account.id, finalidade });
  const isMailed = mailIsConfigured(deps.env);
  // Checks under the account's lock, so that concurrent requests count too.
  if (isMailed && finalidade === 'convite') await assertNotInvitedOften(db, empresaId, [account.email]);
  if (isMailed) {
    const soCampo = account.direitos.includes('so_campo');
    const who = { email: account.email, empresa: account.empresa_nome, cnpj: account.empresa_cnpj };
    const text =
      finalidade === 'convite'
        ? invitationMail(who, url, {
            quem: await nameOf(db, session.ownScope, session.membroId),
            soCampo,
          })
        : resetMail(who, url);
    await enqueueMails(db, deps, [{ empresaId, para: account.email, ...text }]);
  }
  await recordAction(db, {
    ...actor,
    empresaId,
    acao,
    recurso: 'usuario',
    recursoId: account.id,
    detalhes: {
      papel: account.papel,
      finalidade,
      ...(account.direitos.includes('so_campo') ? { direito_so_campo: true } : {}),
    },
  });
  const what = finalidade === 'convite' ? 'Convite' : 'Link de redefinição de senha';
  return {
    success: true,
    message: isMailed
      ? `${what} enviado para ${account.email}.`
      : `Nenhum servidor de e-mail está configurado: entregue o link à pessoa. Ele vale por ${VALIDITY[finalidade]}.`,
    data: presentAccount(account),
    convite_url: isMailed ? null : url,
  };
}

/**
 * Invites a person to a company; a person with accounts elsewhere gets a further account.
 * @throws AppError sem_permissao, nao_encontrado for a company outside the scope, regra_violada for an archived company
 * or beyond its limit of invitations, conflito if the person has an account there, email_nao_confirmado,
 * muitas_tentativas
 */
export function inviteUser(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.inviteUser>,
): Promise<Invited> {
  const empresaId = body.empresa_id ?? session.empresaId;
  return deps.db.transaction(async (tx) => {
    const company = await findCompany(tx, session.scope, empresaId);
    if (!company) throw new AppError('nao_encontrado', 'Empresa não encontrada.');
    await lockAccounts(tx, empresaId);
    assertMayManage(session, { papel: 'usuario' }, body.role);
    if (company.arquivada) {
      throw new AppError(
        'regra_violada',
        'Esta empresa está arquivada. Reative-a antes de convidar pessoas.',
      );
    }
    const { email, nome, role: papel, so_campo: soCampo } = body;
    if (soCampo) assertFieldOnlyRole(papel);
    const { id, isNew } = await openAccount(tx, session.scope, { empresaId, email, nome, papel });
    const account = await findAccount(tx, session.scope, id);
    if (!account) throw new AppError('nao_encontrado', 'Usuário não encontrado.');
    if (!isNew) {
      throw new AppError(
        'conflito',
        account.ativo
          ? 'Esta pessoa já tem uma conta nesta empresa.'
          : 'Esta pessoa já tem uma conta nesta empresa, desativada. Reative a conta em vez de convidar de novo.',
      );
    }
    await assertRoomForInvites(deps, tx, session, empresaId, 1);
    if (!soCampo) return sendLink(deps, tx, session, actor, account, 'usuario_convidado');
    await makeFieldOnly(tx, empresaId, [id], actor.usuarioId);
    const narrowed = { ...account, direitos: ['so_campo'] };
    return sendLink(deps, tx, session, actor, narrowed, 'usuario_convidado');
  });
}

/**
 * Sends a link to set a password, or repeats an open invitation; the present password stays valid until the link is
 * used.
 * @throws AppError nao_encontrado, sem_permissao, regra_violada for a deactivated account, email_nao_confirmado and
 * muitas_tentativas for an invitation
 */
export function resetUserPassword(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<Invited> {
  return deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, session, id);
    if (!account.ativo || account.empresa_arquivada) {
      throw new AppError(
        'regra_violada',
        account.ativo
          ? 'A empresa desta conta está arquivada. Reative a empresa antes de enviar o link.'
          : 'Esta conta está desativada. Reative-a antes de enviar o link.',
      );
    }
    return sendLink(deps, tx, session, actor, account, 'usuario_redefinicao');
  });
}
