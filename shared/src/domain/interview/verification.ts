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
};

export type ErroDaIa = {
  /** Heard interviews that count. */
  entrevistas: number;
  /** Heard, and then analysed anew with other verdicts: nobody heard those. */
  reauditadas: number;
  /** Cells whose verdict a person made another ÷ all cells of those interviews; cells that apply to neither are left out. */
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
  const valid = heard.filter(({ ouvidos, ia }) => ouvidos === ia);
  let cells = 0;
  let wrong = 0;
  for (const { ia, vigentes } of valid) {
    for (let i = 0; i < ia.length; i += 1) {
      if (ia[i] === X && vigentes[i] === X) continue;
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
