import { studentQuantile } from './quantiles.ts';
import type { Intervalo } from './ratio.ts';

/** Judgements of two raters on things that each called met or not met. */
export type Julgamentos = {
  /** Both say met. */
  simSim: number;
  /** The first (the AI) says met, the second (the person) not. */
  simNao: number;
  /** The AI says not met, the person met: a false fail. */
  naoSim: number;
  /** Both say not met. */
  naoNao: number;
};

/** Fewer judgements than this give no kappa. */
export const KAPPA_MINIMO = 30;
/** Each rater has to have used each of the two words so often: below it, one judgement more moves kappa by a class. */
export const KAPPA_CADA_RESPOSTA = 5;

/** Added to each cell of the table before the error is taken. */
const ADDED = 1;

/** Cohen's kappa of a table in which both raters used both words, and its large-sample standard error. */
function kappaAndError(table: Julgamentos): { kappa: number; error: number } {
  const n = table.simSim + table.simNao + table.naoSim + table.naoNao;
  const [a, b, c, d] = [table.simSim / n, table.simNao / n, table.naoSim / n, table.naoNao / n];
  const ai = a + b;
  const person = a + c;
  const pe = ai * person + (1 - ai) * (1 - person);
  const kappa = (a + d - pe) / (1 - pe);
  const rest = 1 - kappa;
  const onDiagonal = a * (1 - (ai + person) * rest) ** 2 + d * (1 - (2 - ai - person) * rest) ** 2;
  // Off the diagonal each cell meets the other rater's share of its own words.
  const offDiagonal = rest ** 2 * (b * (person + 1 - ai) ** 2 + c * (1 - person + ai) ** 2);
  const variance = (onDiagonal + offDiagonal - (kappa - pe * rest) ** 2) / ((1 - pe) ** 2 * n);
  return { kappa, error: Math.sqrt(Math.max(0, variance)) };
}

/**
 * Cohen's kappa with its 95 % interval, within −1 and 1: agreement beyond what chance gives, (po − pe) ÷ (1 − pe) (J. Cohen 1960, Educ.
 * Psychol. Meas. 20:37). The interval is Student's with the error of Fleiss, Cohen & Everitt 1969 (Psychol. Bull. 72:323, formula 13),
 * both taken after one judgement was added to each cell, as Agresti & Coull 1998 do for a proportion: without it, full agreement would
 * leave no width. It always holds kappa itself. Null under `KAPPA_MINIMO` judgements, and where a rater used one word fewer than
 * `KAPPA_CADA_RESPOSTA` times: coverage does not hold there (coverage.test.ts).
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
