/** Links to a moment of a call, which anybody with the link may play (docs/decisions/0033-moments.md). */

export const MOMENTO_MIN_MS = 1000;
export const MOMENTO_MAX_MS = 60_000;
/** Longest validity of a link, days. */
export const MOMENTO_DIAS_MAX = 90;
/** Maximum links of a call in force. */
export const MOMENTOS_EM_VIGOR_MAX = 50;

/**
 * State of a link: its sound is being cut, is playable, or could not be cut; the link expired or was revoked; the call
 * has another recording, or none.
 */
export const SITUACOES_MOMENTO = [
  'preparando',
  'em_vigor',
  'falhou',
  'vencido',
  'revogado',
  'sem_gravacao',
] as const;
export type SituacaoMomento = (typeof SITUACOES_MOMENTO)[number];

export const SITUACAO_MOMENTO_LABEL: Record<SituacaoMomento, string> = {
  preparando: 'Preparando o som',
  em_vigor: 'Em vigor',
  falhou: 'Sem som: o trecho não pôde ser cortado',
  vencido: 'Vencido',
  revogado: 'Revogado',
  sem_gravacao: 'Desativado: a gravação foi trocada ou removida',
};

/** True if a link has neither ended nor lost its recording. */
export const answersMoment = (situacao: SituacaoMomento): boolean =>
  situacao === 'preparando' || situacao === 'em_vigor' || situacao === 'falhou';

/** The same answer for unknown, expired and revoked links, so that guessing reveals nothing. */
export const MOMENTO_INEXISTENTE = 'Este link não existe, venceu ou foi revogado.';
