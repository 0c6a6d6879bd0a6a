// SQL: an agent's weeks come from roll-ups, and one statement reads the reasons of the agent's best and worst calls.
import type { Database } from '@escuta/prisma/db';
import type { Somas } from '@escuta/shared/domain/intervals/mean';
import type { Periodo } from '@escuta/shared/domain/reports/period';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, int, ofScope, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { fromDrawnCalls, SCORE_SUMS } from '@escuta/shared/services/calls/drawn-calls';
import { doAgente, dosProjetos, within } from '@escuta/shared/services/calls/report-rows';

/** Sums of scores by week; `empresa`: true for the sums over all agents. */
export type SemanaRow = { semana: string; empresa: boolean; n: number; soma: number; quadrados: number };

/** Weeks (Mondays) with scored calls of an agent and of the company, by the day of the call. */
export async function readWeeks(
  db: Database,
  scope: Scope,
  agenteId: string,
  periodo: Periodo,
): Promise<SemanaRow[]> {
  const rows = (
    table: Sql,
    empresa: Sql,
    further: Sql | null,
  ) => sql`select date_trunc('week', r.dia)::date::text as semana,
      ${empresa} as empresa, sum(r.n_pontuacao::int)::float8 as n, sum(r.soma_pontuacao::float8) as soma,
      sum(r.soma_quadrados::float8) as quadrados
    from ${table} r
    where ${all([
      ofScope(scope, sql`r.empresa_id`),
      within(sql`r.dia`, periodo),
      dosProjetos(sql`r.projeto_id`, { scope }),
      further,
    ])}
    group by 1 having sum(r.n_pontuacao) > 0`;
  const { rows: weeks } = await db.sql<SemanaRow>(
    sql`${rows(sql`chamada_qualidade_dia`, sql`false`, doAgente(agenteId))}
      union all ${rows(sql`chamada_qualidade_soma`, sql`true`, null)} order by 1`,
    'agente_semanas',
  );
  return weeks;
}

/** Sums of the scores of an agent's drawn calls whose call day lies in the period. */
export async function readDrawn(
  db: Database,
  scope: Scope,
  agenteId: string,
  periodo: Periodo,
): Promise<Somas | undefined> {
  const { rows } = await db.sql<Somas>(
    sql`select ${SCORE_SUMS} from ${fromDrawnCalls(scope, [
      within(sql`r.dia_chamada`, periodo),
      dosProjetos(sql`r.projeto_id`, { scope }),
      doAgente(agenteId),
    ])}`,
    'agente_sorteadas',
  );
  return rows[0];
}

export type MomentoRow = {
  melhor: boolean;
  item_id: string;
  projeto_id: string;
  projeto_nome: string;
  momento: Date;
  pontuacao: number;
  duracao_s: number | null;
  gravacao: boolean;
  descricao: string | null;
  critico: boolean | null;
  atendido: 'sim' | 'nao' | null;
  justificativa: string | null;
  citacao: string | null;
  start_ms: number | null;
  end_ms: number | null;
  ordem: number | null;
};

/**
 * Number of calls considered for each call shown, because those with a recording are preferred: people listen to
 * moments.
 */
const CANDIDATAS = 4;
/** Greatest number of reasons read per call. */
const RAZOES = 8;

/**
 * An agent's calls with the lowest and the highest scores, those with a recording first, one row per reason. Reasons
 * are criteria failed in the worst calls and met in the best: first with a quote, then critical, then by weight. No
 * call is in both groups.
 */
export async function readMoments(
  db: Database,
  scope: Scope,
  agenteId: string,
  periodo: Periodo,
  each: number,
): Promise<MomentoRow[]> {
  const { rows } = await db.sql<MomentoRow>(
    sql`with notas as materialized (
        select r.item_id, r.execucao_id, r.projeto_id, r.pontuacao, r.criterios, r.momento, r.entrada
          from item_qualidade r
        where ${all([
          ofScope(scope, sql`r.empresa_id`),
          dosProjetos(sql`r.projeto_id`, { scope }),
          doAgente(agenteId),
          within(sql`r.dia_chamada`, periodo),
        ])} and r.pontuacao is not null
      ), candidatas as (
        (select false as melhor, n.* from notas n order by n.pontuacao, n.momento desc nulls last, n.item_id desc
          limit least(${int(each * CANDIDATAS)}, (select count(*) / 2 + count(*) % 2 from notas)))
        union all
        (select true, n.* from notas n order by n.pontuacao desc, n.momento nulls first, n.item_id
          limit least(${int(each * CANDIDATAS)}, (select count(*) / 2 from notas)))
      ), escolhidas as (
        select * from (
          select c.*, i.call_duration as duracao_s, i.arquivo_path is not null as gravacao,
            row_number() over (partition by c.melhor order by i.arquivo_path is null,
              case when c.melhor then -c.pontuacao else c.pontuacao end, c.momento desc nulls last, c.item_id) as lugar
          from candidatas c join auditoria_itens i on i.id = c.item_id and i.dados_apagados_em is null
        ) c where c.lugar <= ${int(each)}
      )
      select e.melhor, e.item_id, p.id as projeto_id, p.nome as projeto_nome, coalesce(e.momento, e.entrada) as momento,
        e.pontuacao::float8 as pontuacao, e.duracao_s, e.gravacao, c.descricao, c.critico, c.atendido,
        c.justificativa, c.citacao, c.start_ms, c.end_ms, c.ordem
      from escolhidas e
        join projetos p on p.id = e.projeto_id
        left join lateral (
          select o.c ->> 'descricao' as descricao,
            coalesce((o.c ->> 'critico')::boolean, false) as critico,
            case substr(t, 47, 1) when 's' then 'sim' else 'nao' end as atendido,
            coalesce(o.c ->> 'justificativa', '') as justificativa,
            v.citacao, v.start_ms, v.end_ms, v.sentenca_ordem as ordem,
            row_number() over (order by v.id is null, (o.c ->> 'critico')::boolean desc nulls last,
              (o.c ->> 'peso')::float8 desc nulls last, o.c ->> 'id') as posto
          from unnest(e.criterios) as t
            join insights g on g.execucao_id = e.execucao_id and g.status_processamento = 'concluido'
            join insight_template_versoes w on w.id = g.template_versao_id and w.template_id = left(t, 36)::uuid
            cross join lateral jsonb_array_elements(g.resultado -> 'criterios') as o (c)
            left join lateral (
              select x.id, x.citacao, x.start_ms, x.end_ms, x.sentenca_ordem from evidencias x
              where x.insight_id = g.id and x.criterio = o.c ->> 'id' and x.verificada order by x.ordem limit 1
            ) v on true
          where o.c ->> 'id' = substr(t, 49) and substr(t, 47, 1) = case when e.melhor then 's' else 'n' end
          order by posto limit ${int(RAZOES)}
        ) c on true
      order by e.melhor, e.lugar, c.posto`,
    'agente_momentos',
  );
  return rows;
}
