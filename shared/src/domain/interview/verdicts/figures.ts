/** Figures of a survey's audit. A cell is a question of an interview; only applicable cells count. */

import { clusteredProportion, type Proporcao, proportion } from '../../intervals/proportion.ts';
import type { SomasDeUnidades } from '../../intervals/ratio.ts';
import type { CodigoFalha } from '../../runs/failures.ts';
import { VEREDITOS, type Veredito } from './verdict.ts';

/** Share of inaudible applicable cells above which the whole interview counts as inaudible. */
export const INAUDIVEIS_MAX = 0.2;

/** Failures that mean an inaudible recording. Items with such failures count as processed but have no cells. */
export const FALHAS_INAUDIVEIS: readonly CodigoFalha[] = ['audio_inaudivel', 'sem_transcricao'];

export type FigurasPesquisa = {
  /** Audible interviews ÷ interviews with a processed recording. */
  audiveis: Proporcao | null;
  /** Cells with a conclusive verdict ÷ applicable cells. */
  validadas: Proporcao | null;
  /** 'confere' ÷ cells with a conclusive verdict. */
  corretas: Proporcao | null;
  /** 'confere' ÷ applicable cells; shown beside `corretas`, which grows if many cells stay unjudged. */
  corretasDasAplicaveis: Proporcao | null;
  /** Applicable cells without a judgement: inaudible, or left to a person. */
  naoInterpretadas: number;
  semGravacao: number;
  gravacaoRecusada: number;
  porVeredito: Record<Veredito, number>;
};

export const VALIDAM = ['confere', 'diverge', 'nao_perguntada', 'induzida'] as const satisfies Veredito[];

export const TAXAS_DE_CELULAS = ['validadas', 'corretas', 'corretasDasAplicaveis'] as const;

export type Contagens = {
  processadas: number;
  audiveis: number;
  semGravacao: number;
  gravacaoRecusada: number;
  porVeredito: Readonly<Record<Veredito, number>>;
  /** Cells of each share, summed by interview, because an interview's cells are correlated. */
  porEntrevista: Readonly<Record<(typeof TAXAS_DE_CELULAS)[number], SomasDeUnidades>>;
};

export const noVerdicts = (): Record<Veredito, number> => ({
  nao_se_aplica: 0,
  inaudivel: 0,
  a_revisar: 0,
  nao_perguntada: 0,
  induzida: 0,
  diverge: 0,
  confere: 0,
});

export const applicableCells = (porVeredito: Readonly<Record<Veredito, number>>): number =>
  VEREDITOS.reduce((n, one) => (one === 'nao_se_aplica' ? n : n + porVeredito[one]), 0);

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
