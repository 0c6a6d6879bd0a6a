/**
 * How far a person's verdicts agree with the AI's, over things that both judged as met or not met (criteria of insights).
 * The AI is the first rater, the person the second; what either calls 'não se aplica' is left out by the caller.
 */
import { type Julgamentos, kappaOf } from '../intervals/kappa.ts';
import type { Intervalo } from '../intervals/ratio.ts';

export type Concordancia = {
  /** How many were judged by both. */
  n: number;
  /** Share on which both agree, 0 to 1; null without any. */
  concordancia: number | null;
  /** Cohen's kappa, at most 1; null where there are too few judgements for its interval to hold (intervals/kappa.ts). */
  kappa: number | null;
  /** 95 % interval of kappa; null where kappa is. */
  kappaIntervalo: Intervalo | null;
  /** Of what the AI failed, the share that the person calls met, 0 to 1; null when the AI failed nothing. */
  taxaFalsaReprovacao: number | null;
};

/** Agreement, kappa with its interval, and false-fail rate of a 2 × 2 table of counts. */
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
 * A kappa in plain words. Source: J. R. Landis and G. G. Koch, "The measurement of observer agreement for categorical
 * data", Biometrics 33 (1977), 159–174, table on p. 165.
 */
export function faixaKappa(kappa: number): FaixaKappa {
  if (kappa < 0) return 'pior que o acaso';
  if (kappa <= 0.2) return 'leve';
  if (kappa <= 0.4) return 'razoável';
  if (kappa <= 0.6) return 'moderada';
  return kappa <= 0.8 ? 'substancial' : 'quase perfeita';
}

/**
 * The criterion that people and AI agree on least: by kappa where each of them has one, else by the share on which both agree, since the
 * two are not on one scale. Null when nothing was judged by both. Pooled over criteria, a figure hides one that is always wrong behind
 * others that are always right.
 */
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
