export const REVISOES_ENTREVISTA = ['pendente', 'aprovada', 'em_espera', 'rejeitada'] as const;
export type RevisaoEntrevista = (typeof REVISOES_ENTREVISTA)[number];

export const REVISAO_LABEL: Record<RevisaoEntrevista, string> = {
  pendente: 'Pendente',
  aprovada: 'Aprovada',
  em_espera: 'Em espera',
  rejeitada: 'Rejeitada',
};

/** States that count in no figure, map, goal, board or sample; their number is shown separately. */
export const FORA_DAS_CONTAS = ['em_espera', 'rejeitada'] as const satisfies readonly RevisaoEntrevista[];

export const countsInFigures = (revisao: RevisaoEntrevista): boolean =>
  !(FORA_DAS_CONTAS as readonly RevisaoEntrevista[]).includes(revisao);

const number = new Intl.NumberFormat('pt-BR');

/** Words for the interviews left out: '3 em espera e 1 rejeitada'. */
export function leftOutText({ emEspera, rejeitadas }: { emEspera: number; rejeitadas: number }): string {
  const parts = [
    emEspera > 0 ? `${number.format(emEspera)} em espera` : null,
    rejeitadas > 0 ? `${number.format(rejeitadas)} ${rejeitadas === 1 ? 'rejeitada' : 'rejeitadas'}` : null,
  ];
  return parts.filter((part) => part !== null).join(' e ');
}

export const needsReason = (para: RevisaoEntrevista): boolean => para === 'em_espera' || para === 'rejeitada';

/** Causes of a decision: a call to the respondent, or a signal that two people confirmed. */
export const ORIGENS_REVISAO = ['verificacao', 'sinal'] as const;
export type OrigemRevisao = (typeof ORIGENS_REVISAO)[number];
