import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { Session } from '../sign-in/session.ts';

/** True for gerentes and administrators, who run surveys; false for those who only work in them. */
export const isManager = (session: Pick<Session, 'papel' | 'permissions'>): boolean =>
  can(session.papel, session.permissions, 'project', 'delete');

/**
 * Checks a right that depends on the body (everybody may rename a survey, only a gerente may switch it off). Call it
 * after the 404 check, so that outsiders learn nothing. @throws AppError sem_permissao
 */
export function requireManager(session: Pick<Session, 'papel' | 'permissions'>, mensagem: string): void {
  if (!isManager(session)) throw new AppError('sem_permissao', mensagem);
}
