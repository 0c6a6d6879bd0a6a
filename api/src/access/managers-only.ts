import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { Session } from '../sign-in/session.ts';

/** Whether the caller runs surveys (gerentes and administrators), and not only works in them. */
export const isManager = (session: Pick<Session, 'papel' | 'permissions'>): boolean =>
  can(session.papel, session.permissions, 'project', 'delete');

/**
 * For the part of a change that a route's own access does not tell apart: a name may be changed by everybody, a survey be
 * switched off by a gerente. To be asked once the thing was found: others are told that it is not there.
 * @throws AppError sem_permissao
 */
export function requireManager(session: Pick<Session, 'papel' | 'permissions'>, mensagem: string): void {
  if (!isManager(session)) throw new AppError('sem_permissao', mensagem);
}
