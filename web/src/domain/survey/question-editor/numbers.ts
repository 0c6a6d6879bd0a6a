/** Reads and shows numbers in a question's form. */
import type { TipoPergunta } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { readTypedNumber } from '@escuta/shared/domain/interview/questionnaire/typed-number';

export const isMeasured = (tipo: TipoPergunta): boolean => tipo === 'numero' || tipo === 'escala';

/** A number as typed in a form, with a decimal comma; '' for null. */
export const numberText = (value: number | null): string =>
  value === null ? '' : String(value).replace('.', ',');

/** The number typed as a bound; null if the field is empty, NaN if the text is not a number. */
export function typedBound(text: string): number | null {
  return text.trim() === '' ? null : (readTypedNumber(text)?.valor ?? Number.NaN);
}
