import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { Session } from '../sign-in/session.ts';

/** True for gerentes and administrators. */
export const isManager = (session: Pick<Session, 'papel' | 'permissions'>): boolean =>
  can(session.papel, session.permissions, 'project', 'delete');

/**
 * Requires a gerente or administrator, for rights that depend on the request's body, such as switching a survey off.
 * Call this function after the 404 check, so that outsiders learn nothing.
 * @throws AppError sem_permissao
 */
export function requireManager(session: Pick<Session, 'papel' | 'permissions'>, mensagem: string): void {
  if (!isManager(session)) throw new AppError('sem_permissao', mensagem);
}
