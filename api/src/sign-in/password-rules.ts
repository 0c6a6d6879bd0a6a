import { COMMON_PASSWORDS } from '@escuta/shared/domain/accounts/common-passwords';

/** The owner's data, which a password may not repeat. */
export type PasswordOwner = { email?: string; empresa?: string; cnpj?: string };

/** Keyboard rows and common sequences. */
const RUNS = [
  '01234567890',
  '9876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Drops digits and marks appended to a word: 'Brasil@2024', 'senha!!'. */
const withoutTail = (text: string) => text.replace(/[\W_]*(?:19|20)?\d{0,2}[\W_]*$/, '');

/** Detects repetitions of one to three characters: 'aaaaaa', '121212', 'abcabc'. */
const isRepetition = (text: string) => /^(.{1,3})\1+$/.test(text);

const isRun = (text: string) =>
  RUNS.some((run) => {
    const row = run + run;
    return row.includes(text) || [...row].reverse().join('').includes(text);
  });

/** True if the password is among the account's own data, such as the CNPJ. */
function namesOwner(password: string, { email, empresa, cnpj }: PasswordOwner): boolean {
  const name = email?.split('@', 1)[0];
  const own = [email, name, empresa, empresa?.replace(/\s+/g, ''), cnpj]
    .filter((word) => word !== undefined && word.length >= 4)
    .map((word) => plain(word as string));
  return own.includes(password) || own.includes(withoutTail(password));
}

/**
 * Reason to refuse a password; null if acceptable. Accents, case, and a year or marks at the end do not make a common
 * password acceptable.
 * @param minLength PASSWORD_MIN_LENGTH
 */
export function passwordProblem(
  password: string,
  minLength: number,
  owner: PasswordOwner = {},
): string | null {
  if ([...password].length < minLength) return `A senha deve ter no mínimo ${minLength} caracteres.`;
  const text = plain(password);
  const stem = withoutTail(text);
  if (COMMON_PASSWORDS.has(text) || COMMON_PASSWORDS.has(stem) || isRun(text) || isRepetition(text)) {
    return 'Esta senha é muito comum e fácil de adivinhar. Use outra.';
  }
  if (namesOwner(text, owner)) return 'A senha não pode ser o seu e-mail, o nome ou o CNPJ da empresa.';
  return null;
}
