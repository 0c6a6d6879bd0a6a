import type { getProfile } from '@escuta/shared/contracts/accounts/users';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import type { AppDeps } from '../../deps.ts';
import { presentUser } from '../../sign-in/present-user.ts';
import type { Session } from '../../sign-in/session.ts';
import { findProfile } from './repo.ts';

/** The signed-in person, their company and permissions. @throws AppError nao_autenticado when the account is gone */
export async function readProfile(
  deps: AppDeps,
  session: Session,
): Promise<ResponseOf<typeof getProfile>['data']> {
  const profile =
    session.membroId === null ? null : await findProfile(deps.db, session.ownScope, session.membroId);
  if (!profile) throw new AppError('nao_autenticado', 'Usuário não autenticado.');
  const { usuario, empresa, termosPendentes, ...account } = profile;
  return {
    user: presentUser({ ...account, email: usuario.email, nome: usuario.nome }),
    userPermissions: session.permissions,
    empresa,
    termosPendentes,
  };
}
