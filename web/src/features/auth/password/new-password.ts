/**
 * Rules of a new password typed twice (specification 1, §5). The API holds it against the list of common ones as well.
 */

/** Shortest new password, characters, while the installation's own minimum is not known. */
export const DEFAULT_MIN_LENGTH = 6;

export interface NewPassword {
  newPassword: string;
  confirmation: string;
}

/** Problems of a new password, by field; null: it can be sent. */
export function checkNewPassword(
  { newPassword, confirmation }: NewPassword,
  minLength: number,
): Partial<NewPassword> | null {
  if (newPassword.length < minLength) {
    return { newPassword: `A senha deve ter no mínimo ${minLength} caracteres.` };
  }
  return newPassword === confirmation ? null : { confirmation: 'As senhas não coincidem.' };
}
