import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@escuta/shared/domain/errors';

/** Messages about a record that two people edit concurrently. */
export type StaleTexts<T> = {
  /** Message about the whole record, if a changed field differs from the expected value. */
  mensagem: string;
  /** Message about each changed field. */
  campo: string;
  /** Each field's name in the request's body. */
  campos: Readonly<Record<keyof T, string>>;
};

/**
 * Compares a record with the values that the client expects (`antes`). Call this function under the record's lock, or
 * after a conditional update changed no row.
 * @returns null if record and values agree, else an error 409 with the present values in `errors` ([{campo, mensagem,
 * atual}])
 */
export function staleRecord<T extends object>(
  antes: Partial<T>,
  atual: T,
  texts: StaleTexts<T>,
): AppError | null {
  const errors = (Object.keys(texts.campos) as (keyof T)[])
    .filter((field) => antes[field] !== undefined && !isDeepStrictEqual(antes[field], atual[field]))
    .map((field) => ({ campo: texts.campos[field], mensagem: texts.campo, atual: atual[field] }));
  return errors.length === 0 ? null : new AppError('conflito', texts.mensagem, { errors });
}
