import type { getProfile } from '@escuta/shared/contracts/accounts/users';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { collectsNow } from '../../accounts/collectors.ts';
import type { AppDeps } from '../../deps.ts';
import { presentUser } from '../../sign-in/present-user.ts';
import type { Session } from '../../sign-in/session.ts';
import { findProfile } from './repo.ts';

/**
 * The signed-in person, with company and permissions.
 * @throws AppError nao_autenticado if the account was deleted
 */
export async function readProfile(
  deps: AppDeps,
  session: Session,
): Promise<ResponseOf<typeof getProfile>['data']> {
  const profile =
    session.membroId === null ? null : await findProfile(deps.db, session.ownScope, session.membroId);
  if (!profile) throw new AppError('nao_autenticado', 'Usuário não autenticado.');
  const { usuario, empresa, termosPendentes, direitos, ...account } = profile;
  return {
    user: presentUser({ ...account, ...usuario, direitos: direitos.map(({ direito }) => direito) }),
    userPermissions: session.permissions,
    empresa,
    termosPendentes,
    coleta: await collectsNow(deps.db, session.ownScope, account.usuarioId),
  };
}
