import { SITUACAO_CONSUMO_LABEL, TIPO_EXTRATO_LABEL } from '@escuta/shared/domain/credits';
import { stringify } from 'csv-stringify/sync';
import type { LancamentoRow } from './statement-repo.ts';

// As a Brazilian Excel opens it: ';' between the columns, a comma before decimals, a byte order mark for the accents.

const OPTIONS = { delimiter: ';', record_delimiter: '\r\n' } as const;

const COLUMNS = [
  'Data',
  'Tipo',
  'Descrição',
  'Item',
  'Situação',
  'Créditos',
  'Saldo após',
  'Valor (R$)',
  'Responsável',
];

/** Text that people wrote: a spreadsheet must not take it for a formula. */
export function csvText(text: string): string {
  return /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text) ? `'${text}` : text;
}

/** The file's first line, after the byte order mark. */
export function csvHeader(): string {
  return `\ufeff${stringify([COLUMNS], OPTIONS)}`;
}

/** Entries as lines of the file. */
export function csvRows(rows: readonly LancamentoRow[]): string {
  return stringify(
    rows.map((row) => [
      row.data,
      TIPO_EXTRATO_LABEL[row.tipo],
      csvText(row.descricao),
      csvText(row.item_nome ?? ''),
      row.situacao === null ? '' : SITUACAO_CONSUMO_LABEL[row.situacao],
      String(row.quantidade),
      String(row.saldo_apos),
      row.valor_centavos === null ? '' : (row.valor_centavos / 100).toFixed(2).replace('.', ','),
      csvText(row.usuario_email ?? row.usuario_nome ?? (row.tem_usuario ? 'Conta excluída' : 'Sistema')),
    ]),
    OPTIONS,
  );
}
