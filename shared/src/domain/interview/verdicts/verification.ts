/** Results of people's verification of the sample, and the AI's error rate. */

import type { Proporcao } from '../../intervals/proportion.ts';
import { ratioOf } from '../../intervals/ratio.ts';
import { AMOSTRA_MINIMA } from '../device/field-quality.ts';
import { LETRA_DO_VEREDITO } from './matrix.ts';

export const MODOS_VERIFICACAO = ['ouvida', 'recontato'] as const;
export type ModoVerificacao = (typeof MODOS_VERIFICACAO)[number];

export const RESULTADOS_RECONTATO = [
  'confirmada',
  'nao_entrevistado',
  'dados_divergentes',
  'sem_contato',
] as const;
export const RESULTADOS_VERIFICACAO = ['ouvida', ...RESULTADOS_RECONTATO] as const;
export type ResultadoVerificacao = (typeof RESULTADOS_VERIFICACAO)[number];

export const RESULTADO_VERIFICACAO_LABEL: Record<ResultadoVerificacao, string> = {
  ouvida: 'Ouvida',
  confirmada: 'Confirmada pelo entrevistado',
  nao_entrevistado: 'Não foi entrevistado',
  dados_divergentes: 'Dados divergentes',
  sem_contato: 'Sem contato',
};

export const DESFECHOS_SEM_CONTATO = [
  'nao_atendeu',
  'ocupado',
  'caixa_postal',
  'pediu_retorno',
  'numero_errado',
] as const;
export type DesfechoSemContato = (typeof DESFECHOS_SEM_CONTATO)[number];

/** Outcomes of an attempt; 'sem_contato' if nothing more exact is known. */
export const DESFECHOS_TENTATIVA = [...DESFECHOS_SEM_CONTATO, ...RESULTADOS_RECONTATO] as const;
export type DesfechoTentativa = (typeof DESFECHOS_TENTATIVA)[number];

export const DESFECHO_TENTATIVA_LABEL: Record<DesfechoTentativa, string> = {
  ...RESULTADO_VERIFICACAO_LABEL,
  nao_atendeu: 'Não atendeu',
  ocupado: 'Ocupado',
  caixa_postal: 'Caixa postal',
  pediu_retorno: 'Pediu para ligar depois',
  numero_errado: 'Número errado',
};

export const TENTATIVAS_MAX = 50;

/** True if a verification is finished; without contact, a verification stays pending. */
export const isVerified = (resultado: ResultadoVerificacao | null): boolean =>
  resultado !== null && resultado !== 'sem_contato';

/** `ouvidos`: the AI's verdicts when a person played them, a letter per question (matrix.ts) in the version's order. */
export type EntrevistaOuvida = {
  ouvidos: string;
  /** `ia`: the AI's uncorrected verdicts in the present analysis; `vigentes`: verdicts in force, a person's if any. */
  ia: string;
  vigentes: string;
  /** 'p' for cells that depend on an unread sheet cell, '-' for others; missing: no cell depends on an unread cell. */
  ilegiveis?: string;
  /** Probability of selection in (0, 1] (verification-sample.ts); null: not stored. */
  chance: number | null;
};

const UNREAD = 'p';

/** True if the AI's present verdicts equal the played verdicts, except in cells that depend on an unread sheet cell. */
const isHeardAsItStands = ({ ouvidos, ia, ilegiveis }: EntrevistaOuvida): boolean =>
  ouvidos.length === ia.length &&
  [...ia].every((letra, i) => ilegiveis?.[i] === UNREAD || letra === ouvidos[i]);

export type ErroDaIa = {
  entrevistas: number;
  reauditadas: number;
  /** Changed ÷ all cells of counted interviews, weighted by 1 ÷ probability of selection; `n`, `d`: unweighted. */
  taxa: Proporcao | null;
  amostraPequena: boolean;
};

/** Played interviews with verdicts still equal, weighted by 1 ÷ probability of selection (unknown: the mean weight). */
function weightHeard(heard: readonly EntrevistaOuvida[]): (EntrevistaOuvida & { peso: number })[] {
  const valid = heard.filter(isHeardAsItStands);
  const known = valid.flatMap(({ chance }) => (chance === null ? [] : [1 / chance]));
  const mean = known.length === 0 ? 1 : known.reduce((sum, one) => sum + one, 0) / known.length;
  return valid.map((one) => ({ ...one, peso: one.chance === null ? mean : 1 / one.chance }));
}

/** `c`: cells that AI or person found applicable, at indices that satisfy `counts`; `x`: sum of `of` over the cells. */
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
 * The AI's error rate: cells whose verdict in force differs from the AI's, in completely played interviews, weighted by
 * 1 ÷ probability of selection (intervals/ratio.ts).
 */
export function aiErrorRate(heard: readonly EntrevistaOuvida[]): ErroDaIa {
  const units = weightHeard(heard).map((one) => ({
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
  /** The AI's share before (`bruta`) and after (`valor`) the correction, 0 to 1. */
  bruta: number;
  valor: number;
  /** 95 % interval. */
  de: number;
  ate: number;
  entrevistas: number;
};

/**
 * Share of 'confere' among applicable cells: the AI's share, plus the weighted mean change by people in played
 * interviews (difference estimator; Cochran, Sampling Techniques, 1977, 7.3; 'prediction-powered', Angelopoulos et al.,
 * 2023). Null: too few interviews were played.
 */
export function correctedRate(
  all: { conferem: number; aplicaveis: number },
  heard: readonly EntrevistaOuvida[],
): TaxaCorrigida | null {
  if (all.aplicaveis === 0) return null;
  const C = LETRA_DO_VEREDITO.confere;
  const bruta = all.conferem / all.aplicaveis;
  const units = weightHeard(heard)
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
