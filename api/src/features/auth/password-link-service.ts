import type { SessionUser, verifyPasswordLink } from '@escuta/shared/contracts/accounts/auth';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import { normalizeCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { AppError } from '@escuta/shared/domain/errors';
import { hashPassword } from '@escuta/shared/platform/crypto/password';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { type Mail, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import {
  invitationMail,
  passwordChangedMail,
  resetMail,
  welcomeMail,
} from '../../accounts/password-mails.ts';
import type { AppDeps } from '../../deps.ts';
import { Background } from '../../http/background.ts';
import { AttemptLimits, inMinutes } from '../../sign-in/attempt-limits.ts';
import { checkNewPassword, fieldError } from '../../sign-in/new-password.ts';
import { openSession } from '../../sign-in/session-token.ts';
import type { LoginLimits } from './login-limits.ts';
import {
  type FoundLink,
  findLink,
  findLinkAccounts,
  type LinkAccount,
  sendLinks,
  useLink,
} from './password-link-repo.ts';

/** Greatest numbers of link requests in 15 minutes: for an e-mail, and from an address. */
const MAX_PER_EMAIL = 5;
const MAX_PER_ADDRESS = 20;

const DEAD_LINK = {
  invalido: 'Este link não é válido. Peça um novo.',
  usado: 'Este link já foi usado. Peça um novo.',
  expirado: 'Este link expirou. Peça um novo.',
} as const;

const deadLink = (motivo: keyof typeof DEAD_LINK) =>
  new AppError('link_invalido', DEAD_LINK[motivo], { dados: { motivo } });

/** True if the person may set the name with the link: an invitation of a person without other accounts. */
const setsName = ({ finalidade, outrasContas }: FoundLink): boolean =>
  finalidade === 'convite' && !outrasContas;

export type LinkRequest = {
  email: string;
  /** Normalised CNPJ of the company whose account gets a link; null: all accounts of the e-mail. */
  cnpj: string | null;
  enderecoIp: string;
  addressKey: string;
  requestId: string;
};

export function createPasswordLinkService(deps: AppDeps, loginLimits: LoginLimits) {
  const limits = new AttemptLimits(deps, 'link-senha');
  const background = new Background(deps);

  const linkMail = (account: LinkAccount, url: string): Mail => ({
    empresaId: account.empresaId,
    para: account.email,
    ...(account.temSenha
      ? resetMail(account, url)
      : invitationMail(account, url, { quem: null, soCampo: account.soCampo })),
  });

  /**
   * Finds the link of a token.
   * @throws AppError link_invalido if the link is not open
   */
  const openLink = async (token: string): Promise<FoundLink> => {
    const link = await findLink(deps.db, token);
    if (!link) throw deadLink('invalido');
    if (link.estado !== 'aberto') throw deadLink(link.estado);
    return link;
  };

  return {
    /**
     * Sends a link to each matching account. Answer and timing reveal no account, because links and e-mails are created
     * after the answer.
     * @throws AppError nao_configurado if the installation sends no e-mail, muitas_tentativas
     */
    async request(asked: LinkRequest): Promise<void> {
      if (!mailIsConfigured(deps.env)) {
        throw new AppError(
          'nao_configurado',
          'A redefinição de senha por e-mail ainda não está configurada nesta instalação. Fale com o administrador da instalação.',
        );
      }
      const waitMs = await limits.reserve([
        { what: 'email', id: asked.email, max: MAX_PER_EMAIL },
        { what: 'ip', id: asked.addressKey, max: MAX_PER_ADDRESS },
      ]);
      if (waitMs > 0) {
        throw new AppError(
          'muitas_tentativas',
          `Muitos pedidos de redefinição de senha. Tente novamente em ${inMinutes(waitMs)}.`,
          { retryAfterS: Math.ceil(waitMs / 1000) },
        );
      }
      const cnpj = asked.cnpj === null ? null : normalizeCnpj(asked.cnpj);
      const accounts = await findLinkAccounts(deps.db, asked.email, cnpj);
      await background.run('Falha ao enviar os links de senha', async () => {
        if (accounts.length === 0) return;
        const { enderecoIp, requestId } = asked;
        await sendLinks(deps, accounts, { enderecoIp, requestId }, linkMail);
      });
    },

    /**
     * The account of an open link.
     * @throws AppError link_invalido
     */
    async verify(token: string): Promise<ResponseOf<typeof verifyPasswordLink>['data']> {
      const link = await openLink(token);
      const { finalidade, email, empresa, cnpj, expiraEm } = link;
      const nome = setsName(link) ? (link.nome ?? '') : null;
      return { finalidade, email, empresa, cnpj, nome, expira_em: expiraEm.toISOString() };
    },

    /**
     * Sets the password of a link's account, ends its sessions and clears its sign-in limit. An accepted invitation
     * opens a session. A refused password leaves the link open.
     * @throws AppError link_invalido, regra_violada
     */
    async confirm(use: {
      token: string;
      newPassword: string;
      nome?: string | undefined;
      enderecoIp: string;
      requestId: string;
    }): Promise<{ token: string; user: SessionUser } | null> {
      const link = await openLink(use.token);
      if (use.nome !== undefined && !setsName(link)) {
        throw fieldError('nome', 'Só a própria pessoa pode alterar este nome, no perfil.');
      }
      checkNewPassword(deps.env, { campo: 'newPassword', password: use.newPassword }, link);
      const senhaHash = await hashPassword(use.newPassword);
      const text = link.finalidade === 'convite' ? welcomeMail : passwordChangedMail;
      const notice: Mail = {
        empresaId: link.empresaId,
        para: link.email,
        ...text(link, publicLink(deps.env, '/auth')),
      };
      const { token, nome = null, enderecoIp, requestId } = use;
      const done = await useLink(deps, { token, link, senhaHash, nome, enderecoIp, requestId }, notice);
      if (!done) {
        // A concurrent request used, replaced or disabled the link, so openLink throws the reason.
        await openLink(token);
        throw deadLink('usado');
      }
      if (done.confirmou) deps.publish([{ tipo: 'creditos', empresaId: link.empresaId }]);
      deps.sessions.announce(link.membroId);
      await loginLimits.clearAccount(link.cnpj, link.email);
      if (link.finalidade !== 'convite') return null;
      return openSession(deps, { ...link, nome: nome ?? link.nome, versao: done.versao });
    },
  };
}
