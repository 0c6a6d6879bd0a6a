import { SITUACAO_CONSUMO_LABEL, TIPO_EXTRATO_LABEL } from '@escuta/shared/domain/credits';
import type { Row } from '@escuta/shared/node/export/cells';
import type { LancamentoRow } from './statement-repo.ts';

/** First line of the statement's file. */
export const COLUNAS_DO_EXTRATO = [
  'Data',
  'Tipo',
  'Descrição',
  'Item',
  'Situação',
  'Créditos',
  'Saldo após',
  'Valor (R$)',
  'Responsável',
] as const;

/** An entry as a line of the file. */
export const rowOfLancamento = (row: LancamentoRow): Row => [
  row.created_at,
  TIPO_EXTRATO_LABEL[row.tipo],
  row.descricao,
  row.item_nome,
  row.situacao === null ? null : SITUACAO_CONSUMO_LABEL[row.situacao],
  row.quantidade,
  row.saldo_apos,
  row.valor_centavos === null ? null : { numero: row.valor_centavos / 100, casas: 2 },
  row.usuario_email ?? row.usuario_nome ?? (row.tem_usuario ? 'Conta excluída' : 'Sistema'),
];
