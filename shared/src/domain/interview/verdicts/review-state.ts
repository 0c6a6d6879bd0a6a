/** Decisions about an interview, each with a history entry. */

export const REVISOES_ENTREVISTA = ['pendente', 'aprovada', 'em_espera', 'rejeitada'] as const;
export type RevisaoEntrevista = (typeof REVISOES_ENTREVISTA)[number];

export const REVISAO_LABEL: Record<RevisaoEntrevista, string> = {
  pendente: 'Pendente',
  aprovada: 'Aprovada',
  em_espera: 'Em espera',
  rejeitada: 'Rejeitada',
};

export const needsReason = (para: RevisaoEntrevista): boolean => para === 'em_espera' || para === 'rejeitada';
