import { clusteredProportion, type Proporcao, proportion } from '../../intervals/proportion.ts';
import type { SomasDeUnidades } from '../../intervals/ratio.ts';
import { applicableCells, noVerdicts } from '../verdicts/figures.ts';
import { VEREDITOS, type Veredito } from '../verdicts/verdict.ts';

/** Minimum interviews for a comparison; fewer are an 'amostra pequena'. */
export const AMOSTRA_MINIMA = 10;

/** Share of meaning-changing readings from which the question is at fault (Fowler's rule of thumb). */
export const LEITURA_MAIOR_MAX = 0.15;

export const TAXAS_DE_CAMPO = ['fidelidade', 'omissao', 'inducao', 'digitacao'] as const;
export type TaxaDeCampo = (typeof TAXAS_DE_CAMPO)[number];

export type CelulasContadas = {
  perguntaId: string;
  agenteId: string | null;
  porVeredito: Readonly<Record<Veredito, number>>;
  taxas: Readonly<Record<TaxaDeCampo, { n: number; d: number }>>;
  /** Sum and number of the sentiments; each is from -1 to 1. */
  sentimentoSoma: number;
  sentimentoN: number;
};

export type QualidadeDeCampo = Record<TaxaDeCampo, Proporcao | null> & {
  porVeredito: Record<Veredito, number>;
  sentimento: number | null;
};

/** `proprias`: all faults of the interviewer, except in questions that are themselves at fault. */
export type UnidadesDoEntrevistador = Record<TaxaDeCampo | 'proprias', SomasDeUnidades>;

const sum = (cells: readonly CelulasContadas[], of: (one: CelulasContadas) => number): number =>
  cells.reduce((n, one) => n + of(one), 0);

export function addVerdicts(
  cells: readonly Pick<CelulasContadas, 'porVeredito'>[],
): Record<Veredito, number> {
  const total = noVerdicts();
  for (const { porVeredito } of cells) for (const one of VEREDITOS) total[one] += porVeredito[one];
  return total;
}

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

/** Rates of a question. Each interview has one cell, so cells are independent. */
export const questionQuality = (cells: readonly CelulasContadas[]): QualidadeDeCampo => ({
  ...verdictsAndSentiment(cells),
  ...ratesOf((taxa) =>
    proportion(
      sum(cells, (one) => one.taxas[taxa].n),
      sum(cells, (one) => one.taxas[taxa].d),
    ),
  ),
});

/** Rates of an interviewer over several questions, with the interview as unit. `units`: null without cells. */
export const interviewerQuality = (
  cells: readonly CelulasContadas[],
  units: UnidadesDoEntrevistador | null,
): QualidadeDeCampo & { falhasProprias: Proporcao | null } => ({
  ...verdictsAndSentiment(cells),
  ...ratesOf((taxa) => units && clusteredProportion(units[taxa])),
  falhasProprias: units && clusteredProportion(units.proprias),
});

const countChanged = ({ taxas: { fidelidade } }: CelulasContadas): number => fidelidade.d - fidelidade.n;

export type ProblemaDaPergunta = 'pergunta' | 'nenhum' | 'amostra_pequena';

/**
 * 'pergunta' if at least 15 % of readings change the meaning, even without the interviewer who changed it most often;
 * 'amostra_pequena' below 10 applicable cells. `cells`: one entry per interviewer.
 */
export function questionProblem(cells: readonly CelulasContadas[]): ProblemaDaPergunta {
  if (applicableCells(addVerdicts(cells)) < AMOSTRA_MINIMA) return 'amostra_pequena';
  const isHigh = (some: readonly CelulasContadas[]): boolean => {
    const maiores = sum(some, countChanged);
    return maiores > 0 && maiores >= LEITURA_MAIOR_MAX * sum(some, (one) => one.taxas.fidelidade.d);
  };
  const readers = cells.filter(({ taxas }) => taxas.fidelidade.d > 0);
  if (!isHigh(readers)) return 'nenhum';
  if (readers.length === 1) return 'pergunta';
  const most = readers.reduce((worst, one) => (countChanged(one) > countChanged(worst) ? one : worst));
  return isHigh(readers.filter((one) => one !== most)) ? 'pergunta' : 'nenhum';
}
