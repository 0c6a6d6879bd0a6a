/** Agreement of person and AI on the criteria that both judged, except answers 'não se aplica'. */
import { type Julgamentos, kappaOf } from '../intervals/kappa.ts';
import type { Intervalo } from '../intervals/ratio.ts';

export type Concordancia = {
  n: number;
  /** Share of criteria with agreement, 0 to 1; null if no criterion was judged by both. */
  concordancia: number | null;
  /** Cohen's kappa, at most 1; null for too few judgements (intervals/kappa.ts). */
  kappa: number | null;
  kappaIntervalo: Intervalo | null;
  /** Share, 0 to 1, of the criteria failed by the AI that the person judges as met; null if the AI failed none. */
  taxaFalsaReprovacao: number | null;
};

/** Computes agreement, kappa with interval, and false-fail rate of a 2 × 2 table. */
export function agreement(table: Julgamentos): Concordancia {
  const { simSim, simNao, naoSim, naoNao } = table;
  const n = simSim + simNao + naoSim + naoNao;
  const failed = naoSim + naoNao;
  const found = kappaOf(table);
  return {
    n,
    concordancia: n === 0 ? null : (simSim + naoNao) / n,
    kappa: found?.kappa ?? null,
    kappaIntervalo: found?.intervalo ?? null,
    taxaFalsaReprovacao: failed === 0 ? null : naoSim / failed,
  };
}

export type FaixaKappa =
  | 'pior que o acaso'
  | 'leve'
  | 'razoável'
  | 'moderada'
  | 'substancial'
  | 'quase perfeita';

/**
 * A kappa in words. Source: J. R. Landis and G. G. Koch, "The measurement of observer agreement for categorical data",
 * Biometrics 33 (1977), 159–174, table on p. 165.
 */
export function faixaKappa(kappa: number): FaixaKappa {
  if (kappa < 0) return 'pior que o acaso';
  if (kappa <= 0.2) return 'leve';
  if (kappa <= 0.4) return 'razoável';
  if (kappa <= 0.6) return 'moderada';
  return kappa <= 0.8 ? 'substancial' : 'quase perfeita';
}

/** The criterion with the least agreement: by kappa if all judged ones have it, else by share; null: none judged. */
export function worstCriterion<T extends Pick<Concordancia, 'n' | 'kappa' | 'concordancia'>>(
  criterios: readonly T[],
): T | null {
  const judged = criterios.filter(({ n }) => n > 0);
  const byKappa = judged.every(({ kappa }) => kappa !== null);
  const strength = ({ kappa, concordancia }: T) => (byKappa ? kappa : concordancia) ?? 1;
  return judged.reduce<T | null>(
    (worst, one) => (worst === null || strength(one) < strength(worst) ? one : worst),
    null,
  );
}
