/**
 * Checks a new password typed twice (specification 1, §5). The API also compares it with a list of common passwords.
 */

/** Least length of a new password, characters, until the installation's own minimum is loaded. */
export const DEFAULT_MIN_LENGTH = 6;

export interface NewPassword {
  newPassword: string;
  confirmation: string;
}

/** Problems of a new password, by field; null if there are none. */
export function checkNewPassword(
  { newPassword, confirmation }: NewPassword,
  minLength: number,
): Partial<NewPassword> | null {
  if (newPassword.length < minLength) {
    return { newPassword: `A senha deve ter no mínimo ${minLength} caracteres.` };
  }
  return newPassword === confirmation ? null : { confirmation: 'As senhas não coincidem.' };
}
