import type { SessionUser } from '@escuta/shared/contracts/accounts/auth';
import { AppError } from '@escuta/shared/domain/errors';
import { hashPassword, verifyPassword } from '@escuta/shared/platform/crypto/password';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { accountDeletedMail, passwordChangedMail } from '../../accounts/password-mails.ts';
import type { AppDeps } from '../../deps.ts';
import { AttemptLimits, inMinutes } from '../../sign-in/attempt-limits.ts';
import { checkNewPassword, fieldError } from '../../sign-in/new-password.ts';
import type { Session } from '../../sign-in/session.ts';
import { openSession } from '../../sign-in/session-token.ts';
import {
  findOwnAccount,
  type OwnAccount,
  removeOwnAccount,
  renamePerson,
  replacePassword,
  saveConsent,
} from './account-repo.ts';

const gone = () => new AppError('nao_autenticado', 'Usuário não autenticado.');

export function createAccountService(deps: AppDeps) {
  const limits = new AttemptLimits(deps, 'senha-atual');

  const own = async (session: Session): Promise<OwnAccount> => {
    const account =
      session.membroId === null ? null : await findOwnAccount(deps.db, session.ownScope, session.membroId);
    if (!account) throw gone();
    return account;
  };

  return {
    /**
     * Renames the signed-in person.
     * @throws AppError nao_autenticado if the account was deleted, regra_violada if the person has accounts in other
     * companies
     */
    async rename(session: Session, nome: string, actor: Actor): Promise<void> {
      const account = await own(session);
      if (account.nome === nome) return;
      if (await renamePerson(deps.db, session.ownScope, { membroId: account.membroId, nome, actor })) return;
      throw new AppError(
        'regra_violada',
        'Você tem contas em outras empresas com este e-mail: peça ao administrador da instalação que mude o seu nome.',
      );
    },

    /**
     * Stores when the person accepted the present terms.
     * @throws AppError nao_autenticado
     */
    async acceptTerms(session: Session, actor: Actor): Promise<void> {
      const account = await own(session);
      await saveConsent(deps.db, session.ownScope, account.membroId, actor);
    },

    /**
     * Changes the password: ends every session and opens a new one. Wrong current passwords are limited like failed
     * sign-ins.
     * @throws AppError regra_violada, muitas_tentativas, conflito
     */
    async changePassword(
      session: Session,
      change: { currentPassword: string; newPassword: string },
      actor: Actor,
    ): Promise<{ token: string; user: SessionUser }> {
      const account = await own(session);
      const counted = { what: 'conta', id: account.membroId, max: deps.env.LOGIN_MAX_FAILURES };
      const waitMs = await limits.reserve([counted]);
      if (waitMs > 0) {
        throw new AppError(
          'muitas_tentativas',
          `Muitas tentativas com a senha atual incorreta. Tente novamente em ${inMinutes(waitMs)}.`,
          { retryAfterS: Math.ceil(waitMs / 1000) },
        );
      }
      if (!(await verifyPassword(account.senhaHash, change.currentPassword))) {
        throw fieldError('currentPassword', 'Senha atual incorreta.');
      }
      await limits.clear(counted);
      if (change.newPassword === change.currentPassword) {
        throw fieldError('newPassword', 'A nova senha deve ser diferente da atual.');
      }
      checkNewPassword(deps.env, { campo: 'newPassword', password: change.newPassword }, account);
      const versao = await replacePassword(
        deps,
        session.ownScope,
        account,
        await hashPassword(change.newPassword),
        actor,
        {
          empresaId: account.empresaId,
          para: account.email,
          ...passwordChangedMail(account, publicLink(deps.env, '/auth')),
        },
      );
      if (versao === null) {
        throw new AppError('conflito', 'A senha foi alterada em outra sessão. Entre novamente.');
      }
      deps.sessions.announce(account.membroId);
      return openSession(deps, { ...account, versao });
    },

    /**
     * Deletes the account; its sessions end at once.
     * @throws AppError regra_violada, nao_autenticado
     */
    async remove(session: Session, actor: Actor): Promise<void> {
      const account = await own(session);
      const notice = { empresaId: account.empresaId, para: account.email, ...accountDeletedMail(account) };
      if (!(await removeOwnAccount(deps, session.ownScope, account, actor, notice))) throw gone();
      deps.sessions.announce(account.membroId);
    },
  };
}
