/** What was decided of an interview: by people, one after the other, each with a history entry. */
import { ATO_DA_REVISAO, outcomeOf, refusalInWords } from '../life/interview.ts';
import type { Sincronia } from './device-log.ts';
import type { SituacaoEntrevista } from './events.ts';

export const REVISOES_ENTREVISTA = ['pendente', 'aprovada', 'em_espera', 'rejeitada'] as const;
export type RevisaoEntrevista = (typeof REVISOES_ENTREVISTA)[number];

/** Names of the states, for people. */
export const REVISAO_LABEL: Record<RevisaoEntrevista, string> = {
  pendente: 'Pendente',
  aprovada: 'Aprovada',
  em_espera: 'Em espera',
  rejeitada: 'Rejeitada',
};

/** Whether somebody has to say why. */
export const needsReason = (para: RevisaoEntrevista): boolean => para === 'em_espera' || para === 'rejeitada';

/** Why nothing can be decided of an interview yet, or not this, by what a list shows of it; null where it can. */
export function whyUndecidable(
  {
    situacao,
    quarentena,
    sincronia,
  }: { situacao: SituacaoEntrevista; quarentena: string | null; sincronia: Sincronia | null },
  para: RevisaoEntrevista,
): string | null {
  const seen = {
    situacao,
    recebimento: sincronia === 'parcial' ? 'chegando' : 'recebida',
    quarentena: quarentena === null ? 'livre' : 'retida',
  } as const;
  const outcome = outcomeOf(seen, ATO_DA_REVISAO[para]);
  return outcome !== 'nada' && 'recusa' in outcome ? refusalInWords(outcome.recusa).frase : null;
}
