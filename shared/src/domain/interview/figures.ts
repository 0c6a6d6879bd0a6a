/**
 * The figures of a survey's audit, each with its numerator and denominator. A cell is one question of one interview; cells
 * that do not apply count nowhere.
 */
import { type Proporcao, proportion } from './proportion.ts';
import type { Veredito } from './verdict.ts';

/** An interview counts as inaudible when more than this share of its applicable cells is. */
export const INAUDIVEIS_MAX = 0.2;

export type EntrevistaAuditada = {
  /** What became of its recording. Only 'processada' has cells. */
  gravacao: 'processada' | 'sem_gravacao' | 'recusada' | 'pendente';
  /** Whether the sound stage found speech. */
  temFala: boolean;
  vereditos: readonly Veredito[];
};

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

const SAYS_SOMETHING: ReadonlySet<Veredito> = new Set(['confere', 'diverge', 'nao_perguntada', 'induzida']);

const isAudibleInterview = ({ temFala, vereditos }: EntrevistaAuditada): boolean => {
  const applicable = vereditos.filter((one) => one !== 'nao_se_aplica');
  const lost = applicable.filter((one) => one === 'inaudivel').length;
  return temFala && lost <= applicable.length * INAUDIVEIS_MAX;
};

/** The three percentages of a survey and what stands behind them. Pure: the same of an AI's verdicts and of people's. */
export function surveyFigures(entrevistas: readonly EntrevistaAuditada[]): FigurasPesquisa {
  const processed = entrevistas.filter(({ gravacao }) => gravacao === 'processada');
  const porVeredito: Record<Veredito, number> = {
    nao_se_aplica: 0,
    inaudivel: 0,
    a_revisar: 0,
    nao_perguntada: 0,
    induzida: 0,
    diverge: 0,
    confere: 0,
  };
  for (const { vereditos } of processed) for (const one of vereditos) porVeredito[one] += 1;
  const cells = processed.flatMap(({ vereditos }) => vereditos).filter((one) => one !== 'nao_se_aplica');
  const judged = cells.filter((one) => SAYS_SOMETHING.has(one)).length;
  const count = (gravacao: EntrevistaAuditada['gravacao']) =>
    entrevistas.filter((one) => one.gravacao === gravacao).length;
  return {
    audiveis: proportion(processed.filter(isAudibleInterview).length, processed.length),
    validadas: proportion(judged, cells.length),
    corretas: proportion(porVeredito.confere, judged),
    corretasDasAplicaveis: proportion(porVeredito.confere, cells.length),
    naoInterpretadas: cells.length - judged,
    semGravacao: count('sem_gravacao'),
    gravacaoRecusada: count('recusada'),
    porVeredito,
  };
}
