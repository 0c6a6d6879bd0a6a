import { FALHAS } from '@escuta/shared/domain/failures';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { Dialogue } from './dialogues.ts';

export type Template = { versaoId: string; templateId: string; nome: string; categoria: string };
export type Call = {
  item: string;
  projeto: string;
  auditoria: string;
  at: Date;
  status: 'concluido' | 'erro' | 'pendente';
  run: string;
  dialogue: Dialogue;
  index: number;
};
export type Row = Record<string, unknown>;

/** Why the calls in error failed. */
export const FALHA = {
  codigo: 'provedor_indisponivel',
  motivo: FALHAS.provedor_indisponivel.mensagem,
} as const;

/** Inserts rows whose fields are columns; what a column's type is, the table says. */
export async function insert(tx: Queryable, table: string, rows: readonly Row[]): Promise<void> {
  const [sample] = rows;
  if (!sample) return;
  const columns = Object.keys(sample).join(', ');
  await tx.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** Length of a call, seconds. */
export const secondsOf = ({ dialogue, index }: Call) => dialogue.linhas.length * 9 + (index % 7) * 11;
/** When its run ended. */
export const endOf = (call: Call) => new Date(call.at.getTime() + 150_000);
