import type { SessionUser } from '@escuta/shared/contracts/accounts/auth';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { AppDeps } from '../deps.ts';
import { presentUser } from './present-user.ts';

export type SignedInAccount = {
  membroId: string;
  usuarioId: string;
  empresaId: string;
  email: string;
  nome: string | null;
  papel: Papel;
  /** Rights beyond those of the role. */
  direitos: readonly string[];
  /** Token version: a session is valid while its version equals the account's. */
  versao: number;
};

/** Opens a session after sign-in, registration or a change of password. */
export function openSession(
  deps: Pick<AppDeps, 'tokens' | 'env'>,
  account: SignedInAccount,
): { token: string; user: SessionUser } {
  const user = presentUser(account);
  const token = deps.tokens.sign({
    sub: account.usuarioId,
    exp: Math.floor(Date.now() / 1000) + deps.env.JWT_TTL_S,
    user_metadata: user.user_metadata,
    empresa_id: account.empresaId,
    membro: account.membroId,
    versao: account.versao,
  });
  return { token, user };
}
