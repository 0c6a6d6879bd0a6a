/**
 * Why the data of a call are erased. A fixed list, because the log of actions keeps the reason for good and must not
 * itself say whose data they were.
 */
export const MOTIVO_APAGAMENTO_LABEL = {
  pedido_do_titular: 'Pedido do titular dos dados (LGPD, art. 18)',
  consentimento_revogado: 'Consentimento revogado',
  prazo_encerrado: 'Fim do prazo de guarda',
  gravacao_indevida: 'Gravação feita ou enviada por engano',
  ordem_de_autoridade: 'Ordem judicial ou da ANPD',
} as const;

export type MotivoApagamento = keyof typeof MOTIVO_APAGAMENTO_LABEL;
export const MOTIVOS_APAGAMENTO = Object.keys(MOTIVO_APAGAMENTO_LABEL) as [
  MotivoApagamento,
  ...MotivoApagamento[],
];

/** What an erased call's row says where others say why they failed. */
export const DADOS_APAGADOS = 'Os dados desta gravação foram apagados.';
