/**
 * How far a person's verdicts agree with the AI's, over things that both judged as met or not met (criteria of insights).
 * The AI is the first rater, the person the second; what either calls 'não se aplica' is left out by the caller.
 */
export type Julgamentos = {
  /** Both say met. */
  simSim: number;
  /** The AI says met, the person not. */
  simNao: number;
  /** The AI says not met, the person met: a false fail. */
  naoSim: number;
  /** Both say not met. */
  naoNao: number;
};

export type Concordancia = {
  /** How many were judged by both. */
  n: number;
  /** Share on which both agree, 0 to 1; null without any. */
  concordancia: number | null;
  /**
   * Cohen's kappa, at most 1: agreement beyond what chance gives, (po − pe) / (1 − pe). Null without any, and where
   * either used one single word throughout: the formula then gives 0 (or nothing) whatever the other said, with an
   * interval from 0 to 0, which would pass a lack of evidence for certainty.
   * Source: J. Cohen, "A coefficient of agreement for nominal scales", Educ. Psychol. Meas. 20 (1960), 37–46.
   */
  kappa: number | null;
  /**
   * 95 % interval of kappa, cut to [−1, 1]; null where kappa is. Large-sample standard error of J. L. Fleiss, J. Cohen
   * and B. S. Everitt, Psychol. Bull. 72 (1969), 323–327, formula 13.
   */
  kappaIntervalo: { de: number; ate: number } | null;
  /** Of what the AI failed, the share that the person calls met, 0 to 1; null when the AI failed nothing. */
  taxaFalsaReprovacao: number | null;
};

/** Two-sided 95 % of the normal distribution. */
const Z_95 = 1.959964;

/** Whether a rater with this share of met, a count over the same total, said nothing but met or nothing but not met. */
const oneWord = (share: number) => share === 0 || share === 1;
const clamp = (value: number) => Math.min(1, Math.max(-1, value));

/** Agreement, kappa with its interval, and false-fail rate of a 2 × 2 table of counts. */
export function agreement({ simSim, simNao, naoSim, naoNao }: Julgamentos): Concordancia {
  const n = simSim + simNao + naoSim + naoNao;
  const failed = naoSim + naoNao;
  const taxaFalsaReprovacao = failed === 0 ? null : naoSim / failed;
  if (n === 0) {
    return { n, concordancia: null, kappa: null, kappaIntervalo: null, taxaFalsaReprovacao };
  }
  const po = (simSim + naoNao) / n;
  const ai = (simSim + simNao) / n;
  const person = (simSim + naoSim) / n;
  if (oneWord(ai) || oneWord(person)) {
    return { n, concordancia: po, kappa: null, kappaIntervalo: null, taxaFalsaReprovacao };
  }
  const pe = ai * person + (1 - ai) * (1 - person);
  const kappa = (po - pe) / (1 - pe);
  return {
    n,
    concordancia: po,
    kappa,
    kappaIntervalo: interval({ simSim, simNao, naoSim, naoNao }, { n, ai, person, pe, kappa }),
    taxaFalsaReprovacao,
  };
}

function interval(
  table: Julgamentos,
  { n, ai, person, pe, kappa }: { n: number; ai: number; person: number; pe: number; kappa: number },
): { de: number; ate: number } {
  const cell = {
    simSim: table.simSim / n,
    simNao: table.simNao / n,
    naoSim: table.naoSim / n,
    naoNao: table.naoNao / n,
  };
  const rest = 1 - kappa;
  const onDiagonal =
    cell.simSim * (1 - (ai + person) * rest) ** 2 + cell.naoNao * (1 - (2 - ai - person) * rest) ** 2;
  // Off the diagonal each cell meets the other rater's share of its own words.
  const offDiagonal =
    rest ** 2 * (cell.simNao * (person + 1 - ai) ** 2 + cell.naoSim * (1 - person + ai) ** 2);
  const variance = (onDiagonal + offDiagonal - (kappa - pe * rest) ** 2) / ((1 - pe) ** 2 * n);
  const half = Z_95 * Math.sqrt(Math.max(0, variance));
  return { de: clamp(kappa - half), ate: clamp(kappa + half) };
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
 * The criterion that people and AI agree on least: by kappa, else by the share on which both agree. Null when nothing was
 * judged by both. Pooled over criteria, kappa hides one that is always wrong behind others that are always right.
 */
export function worstCriterion<T extends Pick<Concordancia, 'n' | 'kappa' | 'concordancia'>>(
  criterios: readonly T[],
): T | null {
  const strength = ({ kappa, concordancia }: T) => kappa ?? concordancia ?? 1;
  const judged = criterios.filter(({ n }) => n > 0);
  return judged.reduce<T | null>(
    (worst, one) => (worst === null || strength(one) < strength(worst) ? one : worst),
    null,
  );
}
