import { AppError } from '@escuta/shared/domain/errors';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import type { Session } from '../sign-in/session.ts';

/**
 * The scope of a list: the caller's company, or the company named by an administrator.
 * @throws AppError nao_encontrado if another caller names a foreign company
 */
export function listScope(session: Session, empresaId: string | undefined): Scope {
  if (empresaId === undefined) return session.ownScope;
  if (session.scope.kind === 'empresa' && session.scope.empresaId !== empresaId) {
    throw new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');
  }
  return companyScope(empresaId);
}
