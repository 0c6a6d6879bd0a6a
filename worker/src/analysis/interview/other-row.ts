/** Detects a recording that may be paired with the wrong row of a sheet. */
import type { Celula } from '@escuta/shared/domain/interview/confront/confront';

const MIN_COMPARADAS = 4;
/** Share of agreeing answers below which the pairing is doubtful. Source: designs/surveys §5.1. */
const CONCORDAM_MIN = 0.4;

export type TalvezDeOutraLinha = {
  /** Number of answers with a proven comparison; `concordam` counts those that agree. */
  comparadas: number;
  concordam: number;
};

/**
 * Returns the numbers of proven and agreeing answers if enough are proven and too few agree; else null. The result is
 * only a hint, because all answers may have been typed wrongly.
 */
export function maybeOtherRow(celulas: readonly Pick<Celula, 'comparacao'>[]): TalvezDeOutraLinha | null {
  const proven = celulas.filter(({ comparacao }) => comparacao.provado);
  const concordam = proven.filter(({ comparacao }) => comparacao.codigo === 'compativel').length;
  const comparadas =
    concordam + proven.filter(({ comparacao }) => comparacao.codigo === 'incompativel').length;
  if (comparadas < MIN_COMPARADAS || concordam / comparadas >= CONCORDAM_MIN) return null;
  return { comparadas, concordam };
}
