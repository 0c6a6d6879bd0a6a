// SQL: start of an interview and its precision. Interviews from a sheet took place before the product stored them.
import { literal, sql } from '../sql.ts';

/** Start of interview `e`; null: its sheet names no day. */
export const STARTED = sql`case when e.origem = 'planilha' then e.iniciada_em
  else coalesce(e.iniciada_em - coalesce(e.relogio_desvio_ms, 0) * interval '1 millisecond', e.created_at) end`;

/** Precision of `STARTED`; null: unknown. */
export const START_PRECISION = sql`case when e.origem <> 'planilha'
  or e.iniciada_em is not null then e.inicio_precisao end`;

/** Filters by the interview's day, not by its day of arrival. */
export const INTERVIEW_DAYS = {
  de: (day: string) => sql`e.dia >= ${day}::date`,
  ate: (day: string) => sql`e.dia <= ${day}::date`,
};

export const ITEM_START_PRECISION = `case when i.call_start_time is not null
  or i.tipo_item <> 'entrevista' then i.inicio_precisao end`;
export const ITEM_PRECISION = literal(ITEM_START_PRECISION);
