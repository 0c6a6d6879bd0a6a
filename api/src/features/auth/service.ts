import type { SessionUser } from '@escuta/shared/contracts/accounts/auth';
import { normalizeCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { AppError } from '@escuta/shared/domain/errors';
import { verifyPassword } from '@escuta/shared/platform/crypto/password';
import type { AppDeps } from '../../deps.ts';
import { inMinutes } from '../../sign-in/attempt-limits.ts';
import { openSession } from '../../sign-in/session-token.ts';
import type { LoginLimits } from './login-limits.ts';
import { findLoginAccount, type LoginAccount, type LoginRecord, recordLogin } from './repo.ts';

export type LoginAttempt = {
  cnpj: string;
  email: string;
  password: string;
  enderecoIp: string;
  /** Key of the limits: the address; for IPv6 its /64. */
  addressKey: string;
  requestId: string;
};

function whyNot(account: LoginAccount | null, passwordMatches: boolean): LoginRecord['motivo'] {
  if (!account) return 'conta_desconhecida';
  if (!passwordMatches) return 'senha';
  return account.ativo ? 'entrou' : 'inativa';
}

export function createAuthService(deps: AppDeps, limits: LoginLimits) {
  return {
    /**
     * Returns a session token. All failures share answer and timing; only the right password reveals an archived
     * company.
     * @throws AppError credenciais_invalidas, muitas_tentativas, sem_permissao
     */
    async login(attempt: LoginAttempt): Promise<{ token: string; user: SessionUser }> {
      const cnpj = normalizeCnpj(attempt.cnpj);
      const waitMs = await limits.reserve(cnpj, attempt.email, attempt.addressKey);
      if (waitMs > 0) {
        throw new AppError(
          'muitas_tentativas',
          `Muitas tentativas de acesso. Tente novamente em ${inMinutes(waitMs)}.`,
          { retryAfterS: Math.ceil(waitMs / 1000) },
        );
      }
      const account = await findLoginAccount(deps.db, cnpj, attempt.email);
      const passwordMatches = await verifyPassword(account?.senhaHash ?? null, attempt.password);
      const motivo = whyNot(account, passwordMatches);
      await recordLogin(deps.db, {
        account,
        motivo,
        enderecoIp: attempt.enderecoIp,
        requestId: attempt.requestId,
      });
      if (account && passwordMatches && account.empresaArquivada) {
        // The right password proves membership, so the answer may say that the company is archived.
        await limits.forgive(cnpj, attempt.email, attempt.addressKey);
        throw new AppError(
          'sem_permissao',
          'Esta empresa está arquivada: o acesso foi encerrado e os dados são mantidos. Fale com o administrador da instalação.',
        );
      }
      if (!account || motivo !== 'entrou') {
        throw new AppError('credenciais_invalidas', 'CNPJ, e-mail ou senha inválidos.');
      }
      await limits.forgive(cnpj, attempt.email, attempt.addressKey);
      return openSession(deps, account);
    },
  };
}
