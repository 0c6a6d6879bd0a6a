/** Reasons for erasing a call's data: a fixed list, because the log must not identify anybody. */
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

/** Failure message on an erased call's row. */
export const DADOS_APAGADOS = 'Os dados desta gravação foram apagados.';
