/** What was decided of an interview: by people, one after the other, each with a history entry. */
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

/** Why nothing can be decided of an interview yet, or not this; null where it can. */
export function whyUndecidable(
  {
    situacao,
    quarentena,
    sincronia,
  }: { situacao: SituacaoEntrevista; quarentena: string | null; sincronia: Sincronia | null },
  para: RevisaoEntrevista,
): string | null {
  if (situacao === 'em_andamento') return 'A entrevista ainda está em andamento.';
  if (para !== 'aprovada') return null;
  if (situacao !== 'concluida') return 'Só entrevistas concluídas são aprovadas.';
  // Its sound, and whatever holds it, come last.
  if (sincronia === 'parcial') {
    return 'A entrevista ainda está chegando do aparelho: aprove quando tudo tiver chegado.';
  }
  return quarentena === null ? null : 'A entrevista está em quarentena: libere-a antes de aprovar.';
}
