// SQL: sums figures of drawn calls from the samples, without a roll-up, because samples have only thousands of calls.
import type { Amostra } from '../../domain/reports/drawn-apart.ts';
import type { Scope } from '../../domain/scope.ts';
import { DRAWN_OF_ALL } from '../../platform/database/conditions/drawn.ts';
import { all, ofScope, type Sql, sql } from '../../platform/database/sql.ts';
import { NINGUEM } from './report-rows.ts';

/** FROM and WHERE that select the quality rows `r` of the scope's drawn calls. */
export const fromDrawnCalls = (scope: Scope, where: readonly (Sql | null)[]): Sql =>
  sql`amostra_itens s join item_qualidade r on r.item_id = s.item_id
    where ${all([DRAWN_OF_ALL, ofScope(scope, sql`s.empresa_id`), ...where])}`;

export const SCORE_SUMS = sql`count(r.pontuacao)::float8 as n, coalesce(sum(r.pontuacao), 0)::float8 as soma,
  coalesce(sum(r.pontuacao * r.pontuacao), 0)::float8 as quadrados`;

/** True if call `item` was drawn from all calls (`amostra`: 'sim'), or was not (other `amostra`). */
export const isDrawn = (item: Sql, amostra: Amostra): Sql =>
  sql`${amostra === 'sim' ? sql`` : sql`not `}exists (select from amostra_itens s where s.item_id = ${item}
    and ${DRAWN_OF_ALL})`;

/** Drawn calls' answers in the columns of `criterio_dia`, a row per answer. */
const drawnAnswers = (
  scope: Scope,
): Sql => sql`select r.empresa_id, r.projeto_id, coalesce(r.agente_id, ${NINGUEM}::uuid) as agente_id,
    r.dia_chamada as dia, left(t, 36)::uuid as template_id, substr(t, 38, 8) as serie, substr(t, 49) as criterio,
    1 as n, (substr(t, 47, 1) = 'n')::int as falhas
  from amostra_itens s join item_qualidade r on r.item_id = s.item_id cross join unnest(r.criterios) as t
  where ${all([DRAWN_OF_ALL, ofScope(scope, sql`s.empresa_id`)])}`;

/**
 * Rows of criteria for a FROM: of all calls, of drawn calls, or of other calls (all calls' rows, and the drawn calls'
 * rows with negated sums). `byAgent`: sums by agent, instead of over all agents (`criterio_soma`).
 */
export function criterionRows(scope: Scope, byAgent: boolean, amostra: Amostra | undefined): Sql {
  const table = byAgent ? sql`criterio_dia` : sql`criterio_soma`;
  if (amostra === undefined) return table;
  if (amostra === 'sim') return sql`(${drawnAnswers(scope)})`;
  const key = sql`empresa_id, projeto_id, ${byAgent ? sql`agente_id, ` : sql``}dia, template_id, serie, criterio`;
  return sql`(select ${key}, n::int as n, falhas::int as falhas from ${table}
    union all select ${key}, -n, -falhas from (${drawnAnswers(scope)}) d)`;
}
