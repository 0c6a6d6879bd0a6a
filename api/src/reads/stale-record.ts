import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@escuta/shared/domain/errors';

/** A kind of record that two people may be changing. */
export type StaleTexts<T> = {
  /** Said of the whole, where something else than thought stands in a changed field. */
  mensagem: string;
  /** Said of each such field. */
  campo: string;
  /** The fields as a body names them. */
  campos: Readonly<Record<keyof T, string>>;
};

/**
 * The fields of `antes` (what somebody thinks that a record holds) that hold something else now, as a refusal: 409, with
 * what they hold in `errors` ([{campo, mensagem, atual}]). Null where all hold what was thought. To be asked under the
 * record's lock, or once a conditional change has found nothing.
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
