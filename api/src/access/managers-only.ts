import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { Session } from '../sign-in/session.ts';

/** True for gerentes and administrators, who manage surveys. */
export const isManager = (session: Pick<Session, 'papel' | 'permissions'>): boolean =>
  can(session.papel, session.permissions, 'project', 'delete');

/**
 * Checks a right that depends on the body (only a gerente switches a survey off). Call it after the 404 check, so that
 * outsiders learn nothing.
 * @throws AppError sem_permissao
 */
export function requireManager(session: Pick<Session, 'papel' | 'permissions'>, mensagem: string): void {
  if (!isManager(session)) throw new AppError('sem_permissao', mensagem);
}
