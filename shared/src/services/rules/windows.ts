// SQL: PostgreSQL judges windows of calls, because they are sums over many rows of roll-ups.

import type { Db } from '@escuta/prisma/db';
import { addDays, daysOf } from '../../domain/reports/period.ts';
import { DESVIOS, type JanelaDaRegra, NOTA_AGENTE, SEMANAS } from '../../domain/rules/rules.ts';
import type { Scope } from '../../domain/scope.ts';
import { IS_EXAMPLE } from '../../platform/database/conditions/examples.ts';
import { all, int, localTime, ofScope, type Sql, sql, when } from '../../platform/database/sql.ts';

/** Maximum projects of a company that are compared. */
const ALVOS_MAX = 2000;
/** Maximum days of a reading: beyond a week, an earlier day would also count as a later day's past. */
export const DIAS_MAX = 7;
/** Minimum past weeks with calls for a deviation. */
const SEMANAS_MIN = 4;

export type JanelaAchada = {
  alvoId: string;
  alvoNome: string;
  /** Day of the window, or its week's Monday: yyyy-MM-dd. */
  dia: string;
  /** Hour of the day; null unless calls are counted by hour. */
  hora: number | null;
  /** Number of calls, or a score of 0 to 100; `limite`: the crossed limit. */
  valor: number;
  limite: number;
  /** Number of windows found, including those beyond the reading's limit. */
  total: number;
};

const HOJE = sql`(${localTime(sql`now()`)})::date`;

const projects = (scope: Scope, projetoId: string | null): Sql =>
  sql`select p.id, p.nome from projetos p where ${all([
    ofScope(scope, sql`p.empresa_id`),
    when(projetoId, (id) => sql`p.id = ${id}::uuid`),
  ])} and p.is_active and not ${IS_EXAMPLE} order by p.id limit ${int(ALVOS_MAX)}`;

/** Condition that a count crosses a limit, and the limit. Only a finished window can have too few calls. */
function crossed({ comparacao, limite }: JanelaDaRegra): { holds: Sql; bound: Sql } {
  if (comparacao === 'acima') return { holds: sql`v.valor > ${limite}::int`, bound: sql`${limite}::int` };
  // A weekday without calls in any past week is not below a limit.
  if (comparacao === 'abaixo')
    return {
      holds: sql`v.passou and v.valor < ${limite}::int and v.semanas > 0`,
      bound: sql`${limite}::int`,
    };
  const far = sql`${int(DESVIOS)} * greatest(v.desvio, 1)`;
  return {
    holds: sql`v.semanas >= ${int(SEMANAS_MIN)}
      and (v.valor > v.media + ${far} or (v.passou and v.valor < v.media - ${far}))`,
    bound: sql`(case when v.valor > v.media then v.media + ${far} else v.media - ${far} end)`,
  };
}

/**
 * Windows of `de` to `ate` (yyyy-MM-dd, DIAS_MAX at most) in which a rule fires, newest first, `max` at most.
 * @throws RangeError for more days
 */
export async function windowsFound(
  db: Db,
  scope: Scope,
  janela: JanelaDaRegra,
  { de, ate, max }: { de: string; ate: string; max: number },
): Promise<JanelaAchada[]> {
  if (daysOf({ de, ate }) > DIAS_MAX) throw new RangeError(`windows of more than ${DIAS_MAX} days`);
  const statement =
    janela.medida === 'nota_agente'
      ? agentMeans(scope, janela, { de, ate })
      : callCounts(scope, janela, { de, ate });
  const { rows } = await db.sql<JanelaAchada>(sql`${statement} limit ${int(max)}`);
  return rows;
}

/** Days of a reading and, for a comparison with the past, the same weekdays of earlier weeks. */
function readDays({ comparacao }: JanelaDaRegra, { de, ate }: { de: string; ate: string }): string[] {
  const weeks = comparacao === 'acima' ? 0 : SEMANAS;
  return Array.from({ length: daysOf({ de, ate }) }, (_, n) => addDays(de, n)).flatMap((day) =>
    Array.from({ length: weeks + 1 }, (_, week) => addDays(day, -7 * week)),
  );
}

/** Each project's calls by day or hour, beside the same weekday (and hour) in earlier weeks. */
function callCounts(scope: Scope, janela: JanelaDaRegra, { de, ate }: { de: string; ate: string }): Sql {
  const byHour = janela.medida === 'ligacoes_hora';
  const { holds, bound } = crossed(janela);
  const days = sql`any(${readDays(janela, { de, ate })}::date[])`;
  const counted = byHour
    ? sql`select c.projeto_id, c.dia, c.hora::int as hora, c.n::numeric as n from chamada_hora c
      join alvos a on a.id = c.projeto_id
        where c.dia = ${days}`
    : sql`select c.projeto_id, c.dia, 0 as hora, sum(c.n) as n from projeto_chamada_dia c
      join alvos a on a.id = c.projeto_id
        where c.dia = ${days} group by c.projeto_id, c.dia`;
  const ended = byHour
    ? sql`(d.dia + (d.hora + 1) * interval '1 hour' <= ${localTime(sql`now()`)})`
    : sql`d.dia < ${HOJE}`;
  return sql`with alvos as materialized (${projects(scope, janela.projeto_id)}),
      contado as materialized (${counted}),
      janelas as (select d::date as dia, h as hora from generate_series(${de}::date, ${ate}::date, interval '1 day') d,
        generate_series(0, ${int(byHour ? 23 : 0)}) h),
      antes as materialized (
        select c.projeto_id, c.dia + 7 * ((${de}::date - c.dia + 6) / 7) as dia, c.hora, avg(c.n) as media,
          coalesce(stddev_samp(c.n), 0) as desvio, count(*) as semanas
        from contado c
        where c.dia < ${de}::date
        group by 1, 2, 3
      ),
      v as (
        select a.id, a.nome, d.dia, d.hora, coalesce(n.n, 0) as valor, ${ended} as passou, b.media,
          coalesce(b.desvio, 0) as desvio, coalesce(b.semanas, 0) as semanas
        from alvos a cross join janelas d
          left join contado n on n.projeto_id = a.id and n.dia = d.dia and n.hora = d.hora
          left join antes b on b.projeto_id = a.id and b.dia = d.dia and b.hora = d.hora
      )
    select v.id as "alvoId", v.nome as "alvoNome", v.dia::text as dia, ${byHour ? sql`v.hora` : sql`null::int`} as hora,
      v.valor::float8 as valor, round(${bound}::numeric, 1)::float8 as limite,
      count(*) over ()::int as total
    from v where ${holds} order by v.dia desc, v.hora desc, v.id`;
}

/**
 * Each agent's mean score over the NOTA_AGENTE.dias days up to and including a day; one window per week, for the first
 * day that crosses the limit.
 */
function agentMeans(
  scope: Scope,
  { limite, projeto_id }: JanelaDaRegra,
  { de, ate }: { de: string; ate: string },
): Sql {
  const { dias, minimo } = NOTA_AGENTE;
  return sql`with notas as materialized (
      select coalesce(a.fundido_em_id, a.id) as agente_id, c.dia, sum(c.n_pontuacao) as n, sum(c.soma_pontuacao) as soma
      from chamada_qualidade_dia c join agentes a on a.id = c.agente_id and a.empresa_id = c.empresa_id
      where ${all([
        ofScope(scope, sql`c.empresa_id`),
        when(projeto_id, (id) => sql`c.projeto_id = ${id}::uuid`),
      ])} and c.dia between ${de}::date - ${int(dias - 1)} and ${ate}::date
      group by 1, 2
    ), v as (
      select a.agente_id, d::date as dia, sum(n.soma) / sum(n.n) as media
      from generate_series(${de}::date, ${ate}::date, interval '1 day') d
        cross join (select distinct agente_id from notas) a
        join notas n on n.agente_id = a.agente_id and n.dia between d::date - ${int(dias - 1)} and d::date
      group by 1, 2 having sum(n.n) >= ${int(minimo)}
    ), semanas as (
      select distinct on (v.agente_id, date_trunc('week', v.dia)) v.agente_id, date_trunc('week', v.dia)::date as dia,
      v.media
      from v where v.media * 100 < ${limite}::int order by v.agente_id, date_trunc('week', v.dia), v.dia
    )
    select g.id as "alvoId", g.nome as "alvoNome", s.dia::text as dia, null::int as hora,
      round(s.media * 100, 1)::float8 as valor, ${limite}::float8 as limite,
      count(*) over ()::int as total
    from semanas s join agentes g on g.id = s.agente_id order by s.dia desc, g.id`;
}
