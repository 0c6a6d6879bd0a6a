/** How well a question was asked and an interviewer interviewed, from cells counted by question and interviewer. */

import { type Proporcao, proportion } from '../intervals/proportion.ts';
import { applicableCells, noVerdicts } from './figures.ts';
import { VEREDITOS, type Veredito } from './verdict.ts';

/** Fewer interviews than this are not compared with others: 'amostra pequena'. */
export const AMOSTRA_MINIMA = 10;

/** From this share of readings that change the meaning on, a question is at fault and not who reads it (Fowler's rule of thumb). */
export const LEITURA_MAIOR_MAX = 0.15;

/** The cells of one question in the interviews of one interviewer; the verdicts are those in force. */
export type CelulasContadas = {
  perguntaId: string;
  /** Null: nobody knows who interviewed. */
  agenteId: string | null;
  porVeredito: Readonly<Record<Veredito, number>>;
  /** Proven readings that kept the meaning ('exata', 'menor'), and that changed it ('maior'). */
  fieis: number;
  maiores: number;
  /** Cells whose question was asked: those judged as asked, and open ones that somebody was heard to read. */
  feitas: number;
  /** Sum and number of the sentiments found, -1 to 1. */
  sentimentoSoma: number;
  sentimentoN: number;
};

export type QualidadeDeCampo = {
  porVeredito: Record<Veredito, number>;
  fidelidade: Proporcao | null;
  omissao: Proporcao | null;
  inducao: Proporcao | null;
  digitacao: Proporcao | null;
  sentimento: number | null;
};

const sum = (cells: readonly CelulasContadas[], of: (one: CelulasContadas) => number): number =>
  cells.reduce((n, one) => n + of(one), 0);

/** Verdicts of several counts, added up. */
export function addVerdicts(
  cells: readonly Pick<CelulasContadas, 'porVeredito'>[],
): Record<Veredito, number> {
  const total = noVerdicts();
  for (const { porVeredito } of cells) for (const one of VEREDITOS) total[one] += porVeredito[one];
  return total;
}

/** The four rates of §1.4 over these cells, each with its denominator and interval. */
export function fieldQuality(cells: readonly CelulasContadas[]): QualidadeDeCampo {
  const porVeredito = addVerdicts(cells);
  const fieis = sum(cells, (one) => one.fieis);
  const maiores = sum(cells, (one) => one.maiores);
  const heard = sum(cells, (one) => one.sentimentoN);
  return {
    porVeredito,
    fidelidade: proportion(fieis, fieis + maiores),
    omissao: proportion(porVeredito.nao_perguntada, applicableCells(porVeredito) - porVeredito.inaudivel),
    inducao: proportion(
      porVeredito.induzida,
      sum(cells, (one) => one.feitas),
    ),
    digitacao: proportion(porVeredito.diverge, porVeredito.diverge + porVeredito.confere),
    sentimento: heard === 0 ? null : sum(cells, (one) => one.sentimentoSoma) / heard,
  };
}

export type ProblemaDaPergunta = 'pergunta' | 'nenhum' | 'amostra_pequena';

/**
 * Whether a question is itself at fault: 15 % or more of its readings change the meaning, and still do without the interviewer who
 * changed it most often, so that one person's habit is not called the question's. Where only one interviewed nobody can tell the two
 * apart, and the question is looked at first. `cells`: of one question, by interviewer.
 */
export function questionProblem(cells: readonly CelulasContadas[]): ProblemaDaPergunta {
  if (applicableCells(addVerdicts(cells)) < AMOSTRA_MINIMA) return 'amostra_pequena';
  const isHigh = (some: readonly CelulasContadas[]): boolean => {
    const maiores = sum(some, (one) => one.maiores);
    return maiores > 0 && maiores >= LEITURA_MAIOR_MAX * (maiores + sum(some, (one) => one.fieis));
  };
  const readers = cells.filter(({ fieis, maiores }) => fieis + maiores > 0);
  if (!isHigh(readers)) return 'nenhum';
  if (readers.length === 1) return 'pergunta';
  const most = readers.reduce((worst, one) => (one.maiores > worst.maiores ? one : worst));
  return isHigh(readers.filter((one) => one !== most)) ? 'pergunta' : 'nenhum';
}

/** Verdicts that accuse whoever interviewed. */
const FALHAS = ['nao_perguntada', 'induzida', 'diverge'] as const satisfies readonly Veredito[];

/** An interviewer's faults on questions that are not themselves at fault, ÷ the applicable cells of those. */
export function ownFaults(
  cells: readonly CelulasContadas[],
  questionsAtFault: ReadonlySet<string>,
): Proporcao | null {
  const total = addVerdicts(cells.filter(({ perguntaId }) => !questionsAtFault.has(perguntaId)));
  return proportion(
    FALHAS.reduce((n, one) => n + total[one], 0),
    applicableCells(total),
  );
}
