/**
 * The figures of a survey's audit, each with its numerator and denominator. A cell is one question of one interview; cells
 * that do not apply count nowhere.
 */

import { clusteredProportion, type Proporcao, proportion } from '../../intervals/proportion.ts';
import type { SomasDeUnidades } from '../../intervals/ratio.ts';
import type { CodigoFalha } from '../../runs/failures.ts';
import { VEREDITOS, type Veredito } from './verdict.ts';

/** An interview counts as inaudible when more than this share of its applicable cells is. */
export const INAUDIVEIS_MAX = 0.2;

/**
 * How the processing of a recording fails in which nothing can be heard, or not one word is understood. Such an interview was processed
 * and is inaudible, without a single cell. Any other failure says nothing of the recording.
 */
export const FALHAS_INAUDIVEIS: readonly CodigoFalha[] = ['audio_inaudivel', 'sem_transcricao'];

export type FigurasPesquisa = {
  /** Interviews that can be heard ÷ interviews whose recording was processed. */
  audiveis: Proporcao | null;
  /** Cells with a verdict that says something ÷ applicable cells. */
  validadas: Proporcao | null;
  /** 'confere' ÷ cells with such a verdict. */
  corretas: Proporcao | null;
  /** 'confere' ÷ applicable cells: printed beside `corretas`, which a careless audit would flatter. */
  corretasDasAplicaveis: Proporcao | null;
  /** Applicable cells that nobody could judge: inaudible, or left to a person. */
  naoInterpretadas: number;
  semGravacao: number;
  gravacaoRecusada: number;
  porVeredito: Record<Veredito, number>;
};

/** Verdicts that say something of the cell. */
export const VALIDAM = ['confere', 'diverge', 'nao_perguntada', 'induzida'] as const satisfies Veredito[];

/** The figures that are shares of cells. */
export const TAXAS_DE_CELULAS = ['validadas', 'corretas', 'corretasDasAplicaveis'] as const;

/** What the figures are made of, as the database counts it. */
export type Contagens = {
  /** Interviews whose recording was processed, and those of them that can be heard. */
  processadas: number;
  audiveis: number;
  semGravacao: number;
  gravacaoRecusada: number;
  porVeredito: Readonly<Record<Veredito, number>>;
  /** The same cells, kept by interview: cells of one interview are alike. */
  porEntrevista: Readonly<Record<(typeof TAXAS_DE_CELULAS)[number], SomasDeUnidades>>;
};

/** How many cells of each verdict, none yet. */
export const noVerdicts = (): Record<Veredito, number> => ({
  nao_se_aplica: 0,
  inaudivel: 0,
  a_revisar: 0,
  nao_perguntada: 0,
  induzida: 0,
  diverge: 0,
  confere: 0,
});

/** Cells that apply. */
export const applicableCells = (porVeredito: Readonly<Record<Veredito, number>>): number =>
  VEREDITOS.reduce((n, one) => (one === 'nao_se_aplica' ? n : n + porVeredito[one]), 0);

/** The three percentages of a survey and what stands behind them, from what was counted. */
export function figuresOf(contagens: Contagens): FigurasPesquisa {
  const { porVeredito, porEntrevista, semGravacao, gravacaoRecusada } = contagens;
  const judged = VALIDAM.reduce((n, one) => n + porVeredito[one], 0);
  return {
    audiveis: proportion(contagens.audiveis, contagens.processadas),
    validadas: clusteredProportion(porEntrevista.validadas),
    corretas: clusteredProportion(porEntrevista.corretas),
    corretasDasAplicaveis: clusteredProportion(porEntrevista.corretasDasAplicaveis),
    naoInterpretadas: applicableCells(porVeredito) - judged,
    semGravacao,
    gravacaoRecusada,
    porVeredito: { ...porVeredito },
  };
}
