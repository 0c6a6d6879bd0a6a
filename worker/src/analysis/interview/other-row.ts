/** Whether a recording that was paired with a row of a sheet may be of another row. Pure. */
import type { Celula } from '@escuta/shared/domain/interview/confront/confront';

/** Of fewer answers nothing is said. */
const MIN_COMPARADAS = 4;
/** Below this share of answers that agree. Source: designs/surveys §5.1. */
const CONCORDAM_MIN = 0.4;

export type TalvezDeOutraLinha = {
  /** Answers of which it is proven whether what was said is what was typed, and those of them that agree. */
  comparadas: number;
  concordam: number;
};

/**
 * Of the cells of an interview whose answers came from a sheet: how many agree, where less than 40 % of at least 4 do. Null otherwise. It
 * is asked of people and changes no verdict: whoever typed may have typed all of it wrong.
 */
export function maybeOtherRow(celulas: readonly Pick<Celula, 'comparacao'>[]): TalvezDeOutraLinha | null {
  const proven = celulas.filter(({ comparacao }) => comparacao.provado);
  const concordam = proven.filter(({ comparacao }) => comparacao.codigo === 'compativel').length;
  const comparadas =
    concordam + proven.filter(({ comparacao }) => comparacao.codigo === 'incompativel').length;
  if (comparadas < MIN_COMPARADAS || concordam / comparadas >= CONCORDAM_MIN) return null;
  return { comparadas, concordam };
}
