import type { SessionUser } from '@escuta/shared/contracts/accounts/auth';
import { normalizeCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { AppError } from '@escuta/shared/domain/errors';
import { hashPassword } from '@escuta/shared/platform/crypto/password';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { registrationMail } from '../../accounts/password-mails.ts';
import type { AppDeps } from '../../deps.ts';
import { AttemptLimits, inMinutes } from '../../sign-in/attempt-limits.ts';
import { checkNewPassword } from '../../sign-in/new-password.ts';
import { openSession } from '../../sign-in/session-token.ts';

import { registerCompany } from './register-repo.ts';

/** Greatest number of registrations with an e-mail in 15 minutes, because each sends a message to that e-mail. */
const MAX_PER_EMAIL = 5;
/** Greatest number of registrations from an IP address in 15 minutes. */
const MAX_PER_ADDRESS = 20;

export type RegisterAttempt = {
  email: string;
  password: string;
  cnpj: string;
  empresa: string;
  nome?: string | undefined;
  /** Consent to the terms of use; if absent, the first sign-in asks for consent. */
  aceite_termos?: true | undefined;
  enderecoIp: string;
  addressKey: string;
  requestId: string;
};

export function createRegisterService(deps: AppDeps) {
  const limits = new AttemptLimits(deps, 'cadastro');

  return {
    /**
     * Registers a company and signs its first person in. The link in the welcome e-mail confirms the address later.
     * @throws AppError sem_permissao while registration is closed, muitas_tentativas, regra_violada, conflito
     */
    async register(attempt: RegisterAttempt): Promise<{ token: string; user: SessionUser }> {
      if (!deps.env.REGISTRATION_OPEN) {
        throw new AppError(
          'sem_permissao',
          'O cadastro de novas empresas está fechado nesta instalação. Para abrir uma conta, fale com o administrador da instalação.',
        );
      }
      const { email, empresa } = attempt;
      const cnpj = normalizeCnpj(attempt.cnpj);
      checkNewPassword(deps.env, { campo: 'password', password: attempt.password }, { email, empresa, cnpj });
      const waitMs = await limits.reserve([
        { what: 'email', id: email, max: MAX_PER_EMAIL },
        { what: 'ip', id: attempt.addressKey, max: MAX_PER_ADDRESS },
      ]);
      if (waitMs > 0) {
        throw new AppError(
          'muitas_tentativas',
          `Muitos cadastros em pouco tempo. Tente novamente em ${inMinutes(waitMs)}.`,
          { retryAfterS: Math.ceil(waitMs / 1000) },
        );
      }
      const senhaHash = await hashPassword(attempt.password);
      const { enderecoIp, requestId } = attempt;
      const account = await registerCompany(
        deps,
        {
          cnpj,
          empresa,
          email,
          nome: attempt.nome ?? null,
          senhaHash,
          aceitou: attempt.aceite_termos === true,
          enderecoIp,
          requestId,
        },
        (empresaId, confirmar) => ({
          empresaId,
          para: email,
          ...registrationMail({ email, empresa, cnpj }, { url: publicLink(deps.env, '/auth'), confirmar }),
        }),
      );
      return openSession(deps, account);
    },
  };
}
