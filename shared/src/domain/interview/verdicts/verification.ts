/** What people found when they verified interviews of the random sample, and what it says of the AI. */

import type { Proporcao } from '../../intervals/proportion.ts';
import { ratioOf } from '../../intervals/ratio.ts';
import { AMOSTRA_MINIMA } from '../device/field-quality.ts';
import { LETRA_DO_VEREDITO } from './matrix.ts';

/** Heard against its cells, or the respondent called back. */
export const MODOS_VERIFICACAO = ['ouvida', 'recontato'] as const;
export type ModoVerificacao = (typeof MODOS_VERIFICACAO)[number];

/** What a call to the respondent came to. */
export const RESULTADOS_RECONTATO = [
  'confirmada',
  'nao_entrevistado',
  'dados_divergentes',
  'sem_contato',
] as const;
export const RESULTADOS_VERIFICACAO = ['ouvida', ...RESULTADOS_RECONTATO] as const;
export type ResultadoVerificacao = (typeof RESULTADOS_VERIFICACAO)[number];

/** Names of the results, for people. */
export const RESULTADO_VERIFICACAO_LABEL: Record<ResultadoVerificacao, string> = {
  ouvida: 'Ouvida',
  confirmada: 'Confirmada pelo entrevistado',
  nao_entrevistado: 'Não foi entrevistado',
  dados_divergentes: 'Dados divergentes',
  sem_contato: 'Sem contato',
};

/** Whether it is done with: whoever could not be reached is still to be verified. */
export const isVerified = (resultado: ResultadoVerificacao | null): boolean =>
  resultado !== null && resultado !== 'sem_contato';

/** An interview that somebody heard: one letter a question (matrix.ts), all in the order of its version. */
export type EntrevistaOuvida = {
  /** The AI's verdicts when it was heard. */
  ouvidos: string;
  /** The AI's own of the analysis in force, before any correction; and the verdicts in force, people's before the AI's. */
  ia: string;
  vigentes: string;
  /** 'p' of a cell that rests on an unread cell of the sheet, '-' of the others; missing: there are none. */
  ilegiveis?: string;
  /** Its chance of being drawn, above 0, at most 1 (verification-sample.ts); null where that was not kept. */
  chance: number | null;
};

const UNREAD = 'p';

/** The heard verdicts are those in force, cells that rest on an unread cell of the sheet left out. */
const isHeardAsItStands = ({ ouvidos, ia, ilegiveis }: EntrevistaOuvida): boolean =>
  ouvidos.length === ia.length &&
  [...ia].every((letra, i) => ilegiveis?.[i] === UNREAD || letra === ouvidos[i]);

export type ErroDaIa = {
  /** Heard interviews that count. */
  entrevistas: number;
  /** Heard, and then analysed anew with other verdicts: nobody heard those. */
  reauditadas: number;
  /**
   * Cells whose verdict a person made another ÷ all cells of those interviews. Cells that apply to neither are left
   * out, and cells that rest on an unread cell of the sheet. Each interview weighs 1 ÷ its chance of being drawn: `valor` need not be
   * n ÷ d, which are cells as they were counted.
   */
  taxa: Proporcao | null;
  /** Fewer than ten interviews. */
  amostraPequena: boolean;
};

/** Heard interviews whose verdicts are still those that were heard, each with its weight. One whose chance is not known weighs the mean. */
function weighed(heard: readonly EntrevistaOuvida[]): (EntrevistaOuvida & { peso: number })[] {
  const valid = heard.filter(isHeardAsItStands);
  const known = valid.flatMap(({ chance }) => (chance === null ? [] : [1 / chance]));
  const mean = known.length === 0 ? 1 : known.reduce((sum, one) => sum + one, 0) / known.length;
  return valid.map((one) => ({ ...one, peso: one.chance === null ? mean : 1 / one.chance }));
}

/** Cells of an interview that apply to the AI or to the person and that `counts`, by place; and the sum of what `of` says of each. */
function cellsOf(
  { ia, vigentes }: EntrevistaOuvida,
  of: (ia: string, vigente: string) => number,
  counts: (place: number) => boolean = () => true,
): { x: number; c: number } {
  const X = LETRA_DO_VEREDITO.nao_se_aplica;
  let [x, c] = [0, 0];
  for (let i = 0; i < ia.length; i += 1) {
    const [before, now] = [ia[i] as string, vigentes[i] as string];
    if (!counts(i) || (before === X && now === X)) continue;
    c += 1;
    x += of(before, now);
  }
  return { x, c };
}

/**
 * The AI's error rate: where the verdict in force differs from the AI's own, in interviews that a person went through whole. What they
 * left standing counts as confirmed. The interview is the unit, since errors of one recording come together, and weighs 1 ÷ its chance
 * of being drawn (intervals/ratio.ts).
 */
export function aiErrorRate(heard: readonly EntrevistaOuvida[]): ErroDaIa {
  const units = weighed(heard).map((one) => ({
    ...cellsOf(
      one,
      (ia, vigente) => Number(ia !== vigente),
      (place) => one.ilegiveis?.[place] !== UNREAD,
    ),
    peso: one.peso,
  }));
  const rate = ratioOf(units);
  return {
    entrevistas: units.length,
    reauditadas: heard.length - units.length,
    taxa: rate && {
      n: units.reduce((sum, { x }) => sum + x, 0),
      d: units.reduce((sum, { c }) => sum + c, 0),
      valor: rate.valor,
      de: rate.intervalo?.de ?? null,
      ate: rate.intervalo?.ate ?? null,
    },
    amostraPequena: units.length < AMOSTRA_MINIMA,
  };
}

export type TaxaCorrigida = {
  /** The AI's own share, and what it is after correction; 0 to 1. */
  bruta: number;
  valor: number;
  /** 95 % interval. */
  de: number;
  ate: number;
  /** Heard interviews that correct it. */
  entrevistas: number;
};

/**
 * The share of applicable cells that agree with the recording ('confere'): the AI's of all cells, corrected by how far people's differ
 * from it in the heard interviews. Difference estimator (Cochran, Sampling Techniques, 1977, 7.3; 'prediction-powered', Angelopoulos et
 * al., 2023): the AI's share plus the weighed ratio of differences to cells, with its error over interviews (intervals/ratio.ts; a
 * difference lies between minus the AI's share and what that leaves to 1). Null where too few interviews were heard for an interval.
 */
export function correctedRate(
  all: { conferem: number; aplicaveis: number },
  heard: readonly EntrevistaOuvida[],
): TaxaCorrigida | null {
  if (all.aplicaveis === 0) return null;
  const C = LETRA_DO_VEREDITO.confere;
  const bruta = all.conferem / all.aplicaveis;
  const units = weighed(heard)
    .map((one) => ({
      ...cellsOf(one, (ia, vigente) => Number(vigente === C) - Number(ia === C)),
      peso: one.peso,
    }))
    .filter(({ c }) => c > 0);
  const shift = ratioOf(units, [-bruta, 1 - bruta]);
  if (!shift?.intervalo) return null;
  const within = (share: number) => Math.min(1, Math.max(0, share));
  return {
    bruta,
    valor: within(bruta + shift.valor),
    de: within(bruta + shift.intervalo.de),
    ate: within(bruta + shift.intervalo.ate),
    entrevistas: units.length,
  };
}
