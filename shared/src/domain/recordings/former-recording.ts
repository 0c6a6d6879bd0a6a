/** Days in which an analysed item's former recording can be restored. */
export const GRAVACAO_ANTERIOR_DIAS = 30;

/** Longest typed reason, characters. */
export const MOTIVO_DA_TROCA_MAX = 300;

export const SAIDAS_DA_GRAVACAO = ['trocada', 'removida'] as const;
export type SaidaDaGravacao = (typeof SAIDAS_DA_GRAVACAO)[number];
