export const MOTIVOS_REVISAO = [
  'ouvi_diferente',
  'transcricao_errada',
  'quem_falou_errado',
  'digitacao_equivalente',
  'pergunta_lida_de_outro_jeito',
  'nao_se_ouve',
  'outro',
] as const;
export type MotivoRevisao = (typeof MOTIVOS_REVISAO)[number];

export const MOTIVO_REVISAO_LABEL: Record<MotivoRevisao, string> = {
  ouvi_diferente: 'Ouvi outra coisa no áudio',
  transcricao_errada: 'A transcrição está errada',
  quem_falou_errado: 'Outra pessoa falou',
  digitacao_equivalente: 'A resposta digitada equivale à falada',
  pergunta_lida_de_outro_jeito: 'A pergunta foi feita de outro jeito',
  nao_se_ouve: 'Não é audível',
  outro: 'Outro motivo',
};
