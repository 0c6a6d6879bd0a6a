import { AppError } from '@escuta/shared/domain/errors';
import type { Env } from '@escuta/shared/platform/process/env';
import { type PasswordOwner, passwordProblem } from './password-rules.ts';

/** An error about a single field of the form. */
export function fieldError(campo: string, mensagem: string): AppError {
  return new AppError('regra_violada', mensagem, { errors: [{ campo, mensagem }] });
}

/**
 * Checks a new password by the installation's rules.
 * @throws AppError regra_violada, naming the field
 */
export function checkNewPassword(
  env: Pick<Env, 'PASSWORD_MIN_LENGTH'>,
  field: { campo: string; password: string },
  owner: PasswordOwner,
): void {
  const problem = passwordProblem(field.password, env.PASSWORD_MIN_LENGTH, owner);
  if (problem !== null) throw fieldError(field.campo, problem);
}
