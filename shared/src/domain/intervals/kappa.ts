import { studentQuantile } from './quantiles.ts';
import type { Intervalo } from './ratio.ts';

export type Julgamentos = {
  simSim: number;
  /** The AI answers 'met', the person 'not met'. */
  simNao: number;
  /** The AI answers 'not met', the person 'met': a false fail. */
  naoSim: number;
  naoNao: number;
};

export const KAPPA_MINIMO = 30;
/** Minimum uses of each answer by each rater; with fewer, one judgement moves kappa by a class (agreement.ts). */
export const KAPPA_CADA_RESPOSTA = 5;

/** Judgements added to each cell before the error is computed. */
const ADDED = 1;

function kappaAndError(table: Julgamentos): { kappa: number; error: number } {
  const n = table.simSim + table.simNao + table.naoSim + table.naoNao;
  const [a, b, c, d] = [table.simSim / n, table.simNao / n, table.naoSim / n, table.naoNao / n];
  const ai = a + b;
  const person = a + c;
  const pe = ai * person + (1 - ai) * (1 - person);
  const kappa = (a + d - pe) / (1 - pe);
  const rest = 1 - kappa;
  const onDiagonal = a * (1 - (ai + person) * rest) ** 2 + d * (1 - (2 - ai - person) * rest) ** 2;
  // The formula weights an off-diagonal cell with the other rater's marginal shares.
  const offDiagonal = rest ** 2 * (b * (person + 1 - ai) ** 2 + c * (1 - person + ai) ** 2);
  const variance = (onDiagonal + offDiagonal - (kappa - pe * rest) ** 2) / ((1 - pe) ** 2 * n);
  return { kappa, error: Math.sqrt(Math.max(0, variance)) };
}

/**
 * Cohen's kappa (J. Cohen 1960, Educ. Psychol. Meas. 20:37) with its 95 % interval by Fleiss, Cohen & Everitt 1969
 * (Psychol. Bull. 72:323, formula 13). A judgement added to each cell (Agresti & Coull 1998) gives width to the
 * interval of full agreement. Null below `KAPPA_MINIMO` or `KAPPA_CADA_RESPOSTA`, where the interval's coverage is too
 * low (coverage.test.ts).
 */
export function kappaOf(table: Julgamentos): { kappa: number; intervalo: Intervalo } | null {
  const { simSim, simNao, naoSim, naoNao } = table;
  const n = simSim + simNao + naoSim + naoNao;
  const rarest = Math.min(simSim + simNao, naoSim + naoNao, simSim + naoSim, simNao + naoNao);
  if (n < KAPPA_MINIMO || rarest < KAPPA_CADA_RESPOSTA) return null;
  const { kappa } = kappaAndError(table);
  const { kappa: centre, error } = kappaAndError({
    simSim: simSim + ADDED,
    simNao: simNao + ADDED,
    naoSim: naoSim + ADDED,
    naoNao: naoNao + ADDED,
  });
  const half = studentQuantile(n - 1) * error;
  return {
    kappa,
    intervalo: {
      de: Math.max(-1, Math.min(kappa, centre - half)),
      ate: Math.min(1, Math.max(kappa, centre + half)),
    },
  };
}
