import { NENHUM } from '../../domain/filters/filtro-campos.ts';
import { monthsAndDays, type Periodo } from '../../domain/reports/period.ts';
import type { Scope } from '../../domain/scope.ts';
import { IS_EXAMPLE } from '../../platform/database/conditions/examples.ts';
import { inScope, type Sql, sql, when } from '../../platform/database/sql.ts';

/** Roll-ups' agent id for calls without agent. */
export const NINGUEM = '00000000-0000-0000-0000-000000000000';

/**
 * Restricts a report to the requested project; by default excludes surveys, which have their own figures, and the
 * example (docs/decisions/0011-example.md). `coluna`: the project column.
 */
export function dosProjetos(
  coluna: Sql,
  { scope, projetoId }: { scope: Scope; projetoId?: string | undefined },
): Sql {
  if (projetoId) return sql`${coluna} = ${projetoId}::uuid`;
  return sql`${coluna} in (select p.id from projetos p where p.tipo_projeto <> 'pesquisa' and not ${IS_EXAMPLE}
    and ${inScope(scope, sql`p.empresa_id`)})`;
}

/** Restricts roll-up rows `r` to an agent and the agents merged with this agent; NENHUM: calls without agent. */
export function doAgente(agenteId: string | undefined): Sql | null {
  if (agenteId === NENHUM) return sql`r.agente_id = ${NINGUEM}::uuid`;
  return when(
    agenteId,
    // A list computed first allows index lookups; a join would read all agents' rows.
    (id) => sql`r.agente_id = any(array(select a.id from agentes a
      where a.id = ${id}::uuid or a.fundido_em_id = ${id}::uuid
        or a.id in (select f.fundido_em_id from agentes f where f.id = ${id}::uuid)))`,
  );
}

export const within = (coluna: Sql, { de, ate }: Periodo): Sql =>
  sql`${coluna} between ${de}::date and ${ate}::date`;

/**
 * Statements for a period's rows: the rows of its whole months, plus or minus the rows of days at its ends. `colunas`:
 * columns by sign, 1 or -1. `resto`: further conditions.
 */
export function rowsOfPeriod(
  periodo: Periodo,
  { meses, dias, colunas, resto }: { meses: Sql; dias: Sql; colunas: (sinal: Sql) => Sql; resto: Sql },
): Sql[] {
  const rows = (sinal: Sql, table: Sql, days: Sql) =>
    sql`select ${colunas(sinal)} from ${table} r where ${days} and ${resto}`;
  const made = monthsAndDays(periodo);
  return [
    ...(made.meses ? [rows(sql`1`, meses, within(sql`r.mes`, made.meses))] : []),
    ...made.mais.map((edge) => rows(sql`1`, dias, within(sql`r.dia`, edge))),
    ...made.menos.map((edge) => rows(sql`-1`, dias, within(sql`r.dia`, edge))),
  ];
}
