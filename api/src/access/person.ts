import { AppError } from '@escuta/shared/domain/errors';
import type { Session } from '../sign-in/session.ts';

/**
 * The caller's user id.
 * @throws AppError nao_autenticado for an API key, which belongs to no person
 */
export function personOf({ usuarioId }: Pick<Session, 'usuarioId'>): string {
  if (usuarioId === null) throw new AppError('nao_autenticado', 'Usuário não autenticado.');
  return usuarioId;
}
