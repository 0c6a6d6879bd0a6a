/** What people found when they verified interviews of the random sample, and what it says of the AI. */
import { AMOSTRA_MINIMA } from './field-quality.ts';
import { LETRA_DO_VEREDITO } from './matrix.ts';
import { type Proporcao, proportion } from './proportion.ts';

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
   * out, and cells that rest on an unread cell of the sheet.
   */
  taxa: Proporcao | null;
  /** Fewer than ten interviews. */
  amostraPequena: boolean;
};

/**
 * The AI's error rate: where the verdict in force differs from the AI's own, in interviews that a person went through whole. What they
 * left standing counts as confirmed. The interval is Wilson's and takes cells for independent of each other; those of one interview are
 * not quite.
 */
export function aiErrorRate(heard: readonly EntrevistaOuvida[]): ErroDaIa {
  const X = LETRA_DO_VEREDITO.nao_se_aplica;
  const valid = heard.filter(isHeardAsItStands);
  let cells = 0;
  let wrong = 0;
  for (const { ia, vigentes, ilegiveis } of valid) {
    for (let i = 0; i < ia.length; i += 1) {
      if (ilegiveis?.[i] === UNREAD || (ia[i] === X && vigentes[i] === X)) continue;
      cells += 1;
      if (ia[i] !== vigentes[i]) wrong += 1;
    }
  }
  return {
    entrevistas: valid.length,
    reauditadas: heard.length - valid.length,
    taxa: proportion(wrong, cells),
    amostraPequena: valid.length < AMOSTRA_MINIMA,
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

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The share of applicable cells that agree with the recording ('confere'): the AI's of all cells, corrected by how far people's differ
 * from it in the heard interviews. Difference estimator (Cochran, Sampling Techniques, 1977, 7.3; 'prediction-powered', Angelopoulos et
 * al., 2023): the sum of differences ÷ the sum of cells, with the error of a ratio over interviews, since cells of one interview are
 * alike. It takes the sample for simple; a minimum an interviewer makes it not quite so. Null with fewer than two heard interviews.
 */
export function correctedRate(
  all: { conferem: number; aplicaveis: number },
  heard: readonly EntrevistaOuvida[],
): TaxaCorrigida | null {
  const { confere: C, nao_se_aplica: X } = LETRA_DO_VEREDITO;
  const found = heard
    .filter(isHeardAsItStands)
    .map(({ ia, vigentes }) => {
      let cells = 0;
      let difference = 0;
      for (let i = 0; i < ia.length; i += 1) {
        if (ia[i] === X && vigentes[i] === X) continue;
        cells += 1;
        difference += Number(vigentes[i] === C) - Number(ia[i] === C);
      }
      return { cells, difference };
    })
    .filter(({ cells }) => cells > 0);
  const n = found.length;
  if (n < 2 || all.aplicaveis === 0) return null;
  const cells = found.reduce((sum, one) => sum + one.cells, 0);
  const shift = found.reduce((sum, one) => sum + one.difference, 0) / cells;
  const squares = found.reduce((sum, one) => sum + (one.difference - shift * one.cells) ** 2, 0);
  const mean = cells / n;
  const bruta = all.conferem / all.aplicaveis;
  const variance = squares / (n * (n - 1) * mean ** 2) + (bruta * (1 - bruta)) / all.aplicaveis;
  const within = (share: number) => Math.min(1, Math.max(0, share));
  const half = Z * Math.sqrt(variance);
  return {
    bruta,
    valor: within(bruta + shift),
    de: within(bruta + shift - half),
    ate: within(bruta + shift + half),
    entrevistas: n,
  };
}
