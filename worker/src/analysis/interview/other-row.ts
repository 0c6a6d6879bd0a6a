/** Suspects a recording paired with the wrong row of a sheet. Pure. */
import type { Celula } from '@escuta/shared/domain/interview/confront/confront';

const MIN_COMPARADAS = 4;
/** Share of agreeing answers below which the pairing is doubtful. Source: designs/surveys §5.1. */
const CONCORDAM_MIN = 0.4;

export type TalvezDeOutraLinha = {
  /** Number of answers with a proven comparison, and of those that agree. */
  comparadas: number;
  concordam: number;
};

/**
 * Reports the agreement with a sheet's answers if less than 40 % of at least 4 agree; otherwise null. People decide:
 * all answers may be typed wrong.
 */
export function maybeOtherRow(celulas: readonly Pick<Celula, 'comparacao'>[]): TalvezDeOutraLinha | null {
  const proven = celulas.filter(({ comparacao }) => comparacao.provado);
  const concordam = proven.filter(({ comparacao }) => comparacao.codigo === 'compativel').length;
  const comparadas =
    concordam + proven.filter(({ comparacao }) => comparacao.codigo === 'incompativel').length;
  if (comparadas < MIN_COMPARADAS || concordam / comparadas >= CONCORDAM_MIN) return null;
  return { comparadas, concordam };
}
