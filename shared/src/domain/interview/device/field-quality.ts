/** How well a question was asked and an interviewer interviewed, from cells counted by question and interviewer. */

import { clusteredProportion, type Proporcao, proportion } from '../../intervals/proportion.ts';
import type { SomasDeUnidades } from '../../intervals/ratio.ts';
import { applicableCells, noVerdicts } from '../verdicts/figures.ts';
import { VEREDITOS, type Veredito } from '../verdicts/verdict.ts';

/** Fewer interviews than this are not compared with others: 'amostra pequena'. */
export const AMOSTRA_MINIMA = 10;

/** From this share of readings that change the meaning on, a question is at fault and not who reads it (Fowler's rule of thumb). */
export const LEITURA_MAIOR_MAX = 0.15;

/** How a question was read, asked and typed: the four rates of §1.4. */
export const TAXAS_DE_CAMPO = ['fidelidade', 'omissao', 'inducao', 'digitacao'] as const;
export type TaxaDeCampo = (typeof TAXAS_DE_CAMPO)[number];

/** The cells of one question in the interviews of one interviewer; the verdicts are those in force. */
export type CelulasContadas = {
  perguntaId: string;
  /** Null: nobody knows who interviewed. */
  agenteId: string | null;
  porVeredito: Readonly<Record<Veredito, number>>;
  /** Of each rate, the cells that count for it and those that it is a share of. */
  taxas: Readonly<Record<TaxaDeCampo, { n: number; d: number }>>;
  /** Sum and number of the sentiments found, -1 to 1. */
  sentimentoSoma: number;
  sentimentoN: number;
};

export type QualidadeDeCampo = Record<TaxaDeCampo, Proporcao | null> & {
  porVeredito: Record<Veredito, number>;
  sentimento: number | null;
};

/** The interviews of one interviewer, kept as units: `proprias` are faults on questions that are not themselves at fault. */
export type UnidadesDoEntrevistador = Record<TaxaDeCampo | 'proprias', SomasDeUnidades>;

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

/** What does not depend on whether cells are of one question or of several. */
function verdictsAndSentiment(
  cells: readonly CelulasContadas[],
): Pick<QualidadeDeCampo, 'porVeredito' | 'sentimento'> {
  const heard = sum(cells, (one) => one.sentimentoN);
  return {
    porVeredito: addVerdicts(cells),
    sentimento: heard === 0 ? null : sum(cells, (one) => one.sentimentoSoma) / heard,
  };
}

const ratesOf = (of: (taxa: TaxaDeCampo) => Proporcao | null): Record<TaxaDeCampo, Proporcao | null> => ({
  fidelidade: of('fidelidade'),
  omissao: of('omissao'),
  inducao: of('inducao'),
  digitacao: of('digitacao'),
});

/** The rates of one question: an interview has one cell of it, so that cells are independent. */
export const questionQuality = (cells: readonly CelulasContadas[]): QualidadeDeCampo => ({
  ...verdictsAndSentiment(cells),
  ...ratesOf((taxa) =>
    proportion(
      sum(cells, (one) => one.taxas[taxa].n),
      sum(cells, (one) => one.taxas[taxa].d),
    ),
  ),
});

/** The rates of one interviewer over several questions: the interview is the unit. `units`: null where no cell was counted. */
export const interviewerQuality = (
  cells: readonly CelulasContadas[],
  units: UnidadesDoEntrevistador | null,
): QualidadeDeCampo & { falhasProprias: Proporcao | null } => ({
  ...verdictsAndSentiment(cells),
  ...ratesOf((taxa) => units && clusteredProportion(units[taxa])),
  falhasProprias: units && clusteredProportion(units.proprias),
});

/** Readings that changed the meaning. */
const changed = ({ taxas: { fidelidade } }: CelulasContadas): number => fidelidade.d - fidelidade.n;

export type ProblemaDaPergunta = 'pergunta' | 'nenhum' | 'amostra_pequena';

/**
 * Whether a question is itself at fault: 15 % or more of its readings change the meaning, and still do without the interviewer who
 * changed it most often, so that one person's habit is not called the question's. Where only one interviewed nobody can tell the two
 * apart, and the question is looked at first. `cells`: of one question, by interviewer.
 */
export function questionProblem(cells: readonly CelulasContadas[]): ProblemaDaPergunta {
  if (applicableCells(addVerdicts(cells)) < AMOSTRA_MINIMA) return 'amostra_pequena';
  const isHigh = (some: readonly CelulasContadas[]): boolean => {
    const maiores = sum(some, changed);
    return maiores > 0 && maiores >= LEITURA_MAIOR_MAX * sum(some, (one) => one.taxas.fidelidade.d);
  };
  const readers = cells.filter(({ taxas }) => taxas.fidelidade.d > 0);
  if (!isHigh(readers)) return 'nenhum';
  if (readers.length === 1) return 'pergunta';
  const most = readers.reduce((worst, one) => (changed(one) > changed(worst) ? one : worst));
  return isHigh(readers.filter((one) => one !== most)) ? 'pergunta' : 'nenhum';
}
