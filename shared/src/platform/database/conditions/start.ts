// SQL for an interview's time and its precision; interviews from sheets did not happen at their registration.
import { all, type Days, literal, type Sql, sql, when } from '../sql.ts';

/** Start of interview `e`; null: its sheet names no day. */
export const STARTED = sql`case when e.origem = 'planilha' then e.iniciada_em
  else coalesce(e.iniciada_em - coalesce(e.relogio_desvio_ms, 0) * interval '1 millisecond', e.created_at) end`;

/** Precision of the start; null: unknown. */
export const START_PRECISION = sql`case when e.origem <> 'planilha' or e.iniciada_em is not null then e.inicio_precisao end`;

/** Interviews `e` by their own days, not those of registration. Null: no days given. */
export function interviewDays({ de, ate }: Days): Sql | null {
  const from = when(de, (day) => sql`e.dia >= ${day}::date`);
  const until = when(ate, (day) => sql`e.dia <= ${day}::date`);
  return from || until ? all([from, until]) : null;
}

/** Precision of item `i`'s start, as plain text for literal statements. */
export const ITEM_START_PRECISION = `case when i.call_start_time is not null or i.tipo_item <> 'entrevista' then i.inicio_precisao end`;
export const ITEM_PRECISION = literal(ITEM_START_PRECISION);
