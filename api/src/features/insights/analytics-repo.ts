// SQL: the figures of a time window are daily sums for whole days, and counts of rows for partial days.

import type { Db } from '@escuta/prisma/db';
import type { DataDeInsights, DataDeVereditos } from '@escuta/shared/domain/filters/filtro-campos';
import { CONFIANCA_ALTA, CONFIANCA_MEDIA } from '@escuta/shared/domain/insights/insight-attention';
import type { Julgamentos } from '@escuta/shared/domain/intervals/kappa';
import type { Scope } from '@escuta/shared/domain/scope';
import { semExemplos } from '@escuta/shared/platform/database/conditions/examples';
import { NA_FILA, PRECISA_ATENCAO } from '@escuta/shared/platform/database/conditions/insight-attention';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';
import {
  all,
  dayEnd,
  dayStart,
  inScope,
  join,
  literal,
  ofScope,
  type Param,
  param,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import { momentOfCall } from '@escuta/shared/services/calls/date-basis';
import { notOwnItem } from '@escuta/shared/services/interviews/own-interview';

const ALTA = literal(`${CONFIANCA_ALTA}` as const);
const MEDIA = literal(`${CONFIANCA_MEDIA}` as const);
const ATENCAO = literal(PRECISA_ATENCAO);
const NOTA = literal(NOTA_EM_VIGOR);

/** A filter of insights in force within a span of time, `ate` exclusive. */
export type Window = {
  /** The date to which `de` and `ate` apply. */
  data: DataDeInsights;
  de: Date;
  ate: Date;
  projetoId?: string | undefined;
  auditoriaId?: string | undefined;
  itemId?: string | undefined;
  categoria?: string | undefined;
};

/** The date by which a window selects an insight `g`: the insight's own, or that of its call `i`. */
const momentIn = (data: DataDeInsights): Sql => (data === 'analise' ? sql`g.created_at` : momentOfCall(data));

/** The insights `g` of a window, joined with their calls `i` if needed. */
const insightsOf = ({ data }: Window): Sql =>
  data === 'analise' ? sql`insights g` : sql`insights g join auditoria_itens i on i.id = g.item_id`;

/** A span of time, `until` exclusive. */
type Span = { from: Sql; until: Sql };

/**
 * Condition for a window, built from the given fields only, so that the narrowest index is used. `span` replaces the
 * window's span.
 */
function windowSql(
  scope: Scope,
  { data, de, ate, projetoId, auditoriaId, itemId, categoria }: Window,
  span: Span = { from: sql`${de}::timestamptz`, until: sql`${ate}::timestamptz` },
): Sql {
  const moment = momentIn(data);
  const byCall = data !== 'analise';
  return all([
    sql`g.vigente and ${moment} >= ${span.from} and ${moment} < ${span.until}`,
    byCall ? callsOf(scope, projetoId) : null,
    ofScope(scope, sql`g.empresa_id`),
    when(projetoId, (id) => sql`g.projeto_id = ${id}`),
    when(auditoriaId, (id) => sql`g.auditoria_id = ${id}`),
    when(itemId, (id) => sql`g.item_id = ${id}`),
    when(categoria, (nome) => sql`g.categoria = ${nome}`),
    projetoId || auditoriaId || itemId ? null : semExemplos(sql`g.projeto_id`, scope),
  ]);
}

/** Condition on calls `i` by project, the first column in the index of their dates. */
const callsOf = (scope: Scope, projetoId: string | undefined): Sql =>
  projetoId
    ? sql`i.projeto_id = ${projetoId}`
    : sql`i.projeto_id in (select p.id from projetos p where ${inScope(scope, sql`p.empresa_id`)})`;

export type StatsRow = {
  total: number;
  pendente: number;
  processando: number;
  concluido: number;
  erro: number;
  alta: number;
  media: number;
  baixa: number;
  semConfianca: number;
  atencao: number;
  naFila: number;
  validados: number;
  aprovados: number;
  rejeitados: number;
  pontuacaoMedia: number | null;
  confiancaMedia: number | null;
  tempoMedioMs: number | null;
  alertas: number;
  comAlertas: number;
  porCategoria: { categoria: string; n: number }[];
};

/** True if the daily sums can answer a window. No daily sums exist for a single item. */
const isSummed = ({ itemId }: Window): boolean => !itemId;

/** The daily sums (docs/decisions/0004-rollups.md) and their day column, by date. */
const SUMS_OF: Record<DataDeInsights, readonly [table: Sql, day: Sql]> = {
  analise: [sql`insight_dia`, sql`r.dia`],
  ligacao: [sql`insight_chamada_dia`, sql`r.dia`],
  entrada: [sql`insight_chamada_dia`, sql`r.dia_entrada`],
};

/**
 * CTEs for reading a span from daily sums (America/Sao_Paulo). `begins`: starts of the span's intervals. `trechos`:
 * pieces into which the limits of intervals cut a day, each with its interval (null outside the span). Rows are counted
 * in each piece except a day's longest (`maior`), which gets the day's sum minus the other pieces.
 */
const cutDays = (begins: Param, ate: Param): Sql => sql`cortes as (
    select escuta_dia(m) as dia, m from unnest(${begins}::timestamptz[] || ${ate}::timestamptz) m
  ), trechos as materialized (
    select dia, de, ate, row_number() over (partition by dia order by ate - de desc, de) = 1 as maior,
      case when de >= (${begins}::timestamptz[])[1] and de < ${ate}::timestamptz then width_bucket(de,
        ${begins}::timestamptz[]) end as intervalo
    from (select dia, m as de, lead(m) over (partition by dia order by m) as ate from (
      select dia, m from cortes union select dia, ${dayStart(sql`dia`)} from cortes union select dia,
        ${dayEnd(sql`dia`)} from cortes) pontos) p
    where ate is not null
  ), maiores as materialized (select dia, intervalo from trechos where maior)`;

/**
 * Condition: piece `t` of `trechos` is counted by row, because `t` lies in the span or is subtracted from its day's
 * sum.
 */
const COUNTED = sql`not t.maior and (t.intervalo is not null or exists (select from maiores m where m.dia = t.dia
  and m.intervalo is not null))`;
const OF_A_PIECE: Span = { from: sql`t.de`, until: sql`t.ate` };

/** The daily sums `r` of a span, each day once. `day`: the day column; INTERVAL gives the interval. */
const ofSpan = (table: Sql, day: Sql, begins: Param, ate: Param, where: Sql): Sql =>
  sql`${table} r left join maiores m on m.dia = ${day} where ${all([
    sql`${day} between escuta_dia((${begins}::timestamptz[])[1]) and escuta_dia(${ate}::timestamptz)
      and (m.dia is null or m.intervalo is not null)`,
    where,
  ])}`;

const sumsOf = (
  scope: Scope,
  { projetoId, auditoriaId, categoria }: Pick<Window, 'projetoId' | 'auditoriaId' | 'categoria'>,
): Sql =>
  all([
    ofScope(scope, sql`r.empresa_id`),
    when(projetoId, (id) => sql`r.projeto_id = ${id}::uuid`),
    when(auditoriaId, (id) => sql`r.auditoria_id = ${id}::uuid`),
    when(categoria, (nome) => sql`r.categoria = ${nome}`),
    projetoId || auditoriaId ? null : semExemplos(sql`r.projeto_id`, scope),
  ]);

/** Figures of insights: name, expression over rows, and column of the sums. */
const FIGURES: readonly (readonly [name: Sql, counted: Sql, kept: Sql])[] = [
  [sql`n`, sql`count(*)`, sql`r.n`],
  [sql`pendente`, sql`count(*) filter (where g.status_processamento = 'pendente')`, sql`r.pendente`],
  [sql`processando`, sql`count(*) filter (where g.status_processamento = 'processando')`, sql`r.processando`],
  [sql`concluido`, sql`count(*) filter (where g.status_processamento = 'concluido')`, sql`r.concluido`],
  [sql`erro`, sql`count(*) filter (where g.status_processamento = 'erro')`, sql`r.erro`],
  [sql`alta`, sql`count(*) filter (where g.score_confianca >= ${ALTA})`, sql`r.alta`],
  [
    sql`media`,
    sql`count(*) filter (where g.score_confianca >= ${MEDIA} and g.score_confianca < ${ALTA})`,
    sql`r.media`,
  ],
  [sql`baixa`, sql`count(*) filter (where g.score_confianca < ${MEDIA})`, sql`r.baixa`],
  [sql`atencao`, sql`count(*) filter (where ${ATENCAO})`, sql`r.atencao`],
  [sql`na_fila`, sql`count(*) filter (where ${literal(NA_FILA)})`, sql`r.na_fila`],
  [sql`validados`, sql`count(*) filter (where g.validado_humano)`, sql`r.validados`],
  [sql`aprovados`, sql`count(*) filter (where g.veredito = 'aprovado')`, sql`r.aprovados`],
  [sql`rejeitados`, sql`count(*) filter (where g.veredito = 'rejeitado')`, sql`r.rejeitados`],
  [sql`pontuacao`, sql`coalesce(sum(${NOTA}), 0)`, sql`r.soma_pontuacao`],
  [sql`n_pontuacao`, sql`count(${NOTA})`, sql`r.n_pontuacao`],
  [sql`confianca`, sql`coalesce(sum(g.score_confianca), 0)`, sql`r.soma_confianca`],
  [sql`n_confianca`, sql`count(g.score_confianca)`, sql`r.n_confianca`],
  [sql`revisao`, sql`coalesce(sum(g.revisao_ms), 0)`, sql`r.soma_revisao`],
  [sql`n_revisao`, sql`count(g.revisao_ms)`, sql`r.n_revisao`],
  [sql`alertas`, sql`coalesce(sum(g.n_alertas), 0)`, sql`r.alertas`],
  [sql`com_alertas`, sql`count(*) filter (where g.n_alertas > 0)`, sql`r.com_alertas`],
];
const OF_TRENDS = FIGURES.filter((_, at) => [0, 8, 13, 14, 15, 16].includes(at));

/**
 * SQL of the CTE `partes`: a window's figures by interval and `key`. The sums of the parts equal the figures of all
 * insights.
 */
function partsOf(
  scope: Scope,
  window: Window,
  begins: Param,
  figures: typeof FIGURES,
  { counted, kept }: { counted: Sql; kept: Sql },
): Sql {
  const ate = param(window.ate);
  const names = join(
    figures.map(([name]) => name),
    ', ',
  );
  const list = (make: (figure: (typeof FIGURES)[number]) => Sql) => join(figures.map(make), ', ');
  const count = list(([name, how]) => sql`${how} as ${name}`);
  if (!isSummed(window)) {
    return sql`partes as (select width_bucket(${momentIn(window.data)}, ${begins}::timestamptz[]) as intervalo,
      ${counted} as chave, ${count}
      from ${insightsOf(window)} where ${windowSql(scope, window)} group by 1, 2)`;
  }
  const [table, day] = SUMS_OF[window.data];
  return sql`${cutDays(begins, ate)}, contados as materialized (
      select t.dia, t.intervalo, v.* from trechos t, lateral (
        select ${counted} as chave, ${count} from ${insightsOf(window)} where ${windowSql(scope, window, OF_A_PIECE)}
          group by 1) v
      where ${COUNTED}
    ), partes as (
      select intervalo, chave, ${names} from contados where intervalo is not null
      union all
      select m.intervalo, c.chave, ${list(([name]) => sql`-c.${name}`)} from contados c join maiores m using (dia)
        where m.intervalo is not null
      union all
      select coalesce(m.intervalo, width_bucket(${dayStart(day)}, ${begins}::timestamptz[])), ${kept},
        ${list(([, , column]) => sql`sum(${column})`)}
      from ${ofSpan(table, day, begins, ate, sumsOf(scope, window))} group by 1, 2
    )`;
}

/**
 * All figures of a window, by category and in total, from daily sums (docs/decisions/0004-rollups.md). `usuarioId`: the
 * caller, whose own interviews are left out; null leaves out none.
 */
export async function readStats(
  db: Db,
  scope: Scope,
  window: Window,
  usuarioId: string | null,
): Promise<StatsRow> {
  const begins = param([window.de]);
  const parts = partsOf(scope, window, begins, FIGURES, {
    counted: sql`g.categoria`,
    kept: sql`r.categoria`,
  });
  // Looks each call up by its id, because a join would compare all calls with all insights. Each project's queue is
  // read separately; only survey projects have interviews.
  const moment =
    window.data === 'analise'
      ? momentIn('analise')
      : sql`(select ${momentIn(window.data)} from auditoria_itens i where i.id = g.item_id)`;
  const queued = all([
    sql`${moment} >= ${window.de}::timestamptz and ${moment} < ${window.ate}::timestamptz`,
    ofScope(scope, sql`g.empresa_id`),
    when(window.auditoriaId, (id) => sql`g.auditoria_id = ${id}::uuid`),
    when(window.itemId, (id) => sql`g.item_id = ${id}::uuid`),
    when(window.categoria, (nome) => sql`g.categoria = ${nome}`),
    window.projetoId || window.auditoriaId || window.itemId ? null : semExemplos(sql`g.projeto_id`, scope),
  ]);
  const own = usuarioId
    ? sql`(select count(*) from (select distinct p.projeto_id as id from pesquisas p where ${all([
        inScope(scope, sql`p.empresa_id`),
        when(window.projetoId, (id) => sql`p.projeto_id = ${id}::uuid`),
      ])}) pesquisados, lateral (
        select from insights g where g.projeto_id = pesquisados.id and ${literal(NA_FILA)} and ${queued}
          and not ${notOwnItem(usuarioId, sql`g.item_id`)} offset 0) feitas)`
    : sql`0`;
  const { rows } = await db.sql<StatsRow>(
    sql`with ${parts}, c as (
       select chave as categoria, ${join(
         FIGURES.map(([name]) => sql`sum(${name}) as ${name}`),
         ', ',
       )}
       from partes group by 1 having sum(n) > 0
     )
     select coalesce(sum(n), 0)::int as total, coalesce(sum(pendente), 0)::int as pendente,
       coalesce(sum(processando), 0)::int as processando, coalesce(sum(concluido), 0)::int as concluido,
       coalesce(sum(erro), 0)::int as erro, coalesce(sum(alta), 0)::int as alta, coalesce(sum(media), 0)::int as media,
       coalesce(sum(baixa), 0)::int as baixa, coalesce(sum(n - n_confianca), 0)::int as "semConfianca",
       coalesce(sum(atencao), 0)::int as atencao, (coalesce(sum(na_fila), 0) - ${own})::int as "naFila",
       coalesce(sum(validados), 0)::int as validados,
       coalesce(sum(aprovados), 0)::int as aprovados, coalesce(sum(rejeitados), 0)::int as rejeitados,
       (sum(pontuacao)::float8 / nullif(sum(n_pontuacao), 0)::float8)::float8 as "pontuacaoMedia",
       (sum(confianca)::float8 / nullif(sum(n_confianca), 0)::float8)::float8 as "confiancaMedia",
       (sum(revisao) / nullif(sum(n_revisao), 0))::float8 as "tempoMedioMs",
       coalesce(sum(alertas), 0)::int as alertas, coalesce(sum(com_alertas), 0)::int as "comAlertas",
       coalesce(json_agg(json_build_object('categoria', categoria, 'n', n::int) order by n desc, categoria)
         filter (where categoria is not null), '[]') as "porCategoria"
     from c`,
  );
  return rows[0] as StatsRow;
}

export type TrendRow = {
  /** Position of the interval, from 1. */
  intervalo: number;
  n: number;
  pontuacaoMedia: number | null;
  confiancaMedia: number | null;
  atencao: number | null;
};

/** The intervals of a window that have insights. `starts`: start of each interval, in order. */
export async function readTrends(
  db: Db,
  scope: Scope,
  window: Window,
  starts: readonly Date[],
): Promise<TrendRow[]> {
  const parts = partsOf(scope, window, param(starts), OF_TRENDS, { counted: sql`1`, kept: sql`1` });
  const { rows } = await db.sql<TrendRow>(
    sql`with ${parts}
     select intervalo, sum(n)::int as n, (sum(pontuacao)::float8 / nullif(sum(n_pontuacao),
       0)::float8)::float8 as "pontuacaoMedia",
       (sum(confianca)::float8 / nullif(sum(n_confianca), 0)::float8)::float8 as "confiancaMedia",
         sum(atencao)::float8 / sum(n)::float8 as atencao
     from partes group by 1 having sum(n) > 0 order by 1`,
  );
  return rows;
}

export type AgreementRow = {
  templateId: string;
  nome: string;
  revisados: number;
  aprovados: number;
  rejeitados: number;
  criterios: (Julgamentos & { id: string; descricao: string })[];
};

/**
 * By the requested date: the moment of a verdict `r` on an insight `g` of call `i`, and table and day of its daily
 * sums.
 */
const VERDICTS_BY: Record<DataDeVereditos, readonly [moment: Sql, table: Sql, day: Sql]> = {
  revisao: [sql`r.created_at`, sql`concordancia_dia`, sql`r.dia`],
  ligacao: [momentOfCall('ligacao'), sql`concordancia_chamada_dia`, sql`r.dia`],
  entrada: [momentOfCall('entrada'), sql`concordancia_chamada_dia`, sql`r.dia_entrada`],
};

type AgreementFilter = {
  data: DataDeVereditos;
  de: Date;
  ate: Date;
  projetoId?: string | undefined;
  templateId?: string | undefined;
};

/**
 * Agreement of people and AI by criterion and template, from daily sums: counts criteria that people and the AI
 * answered with sim or nao, if the AI gave proof. At most the 100 most reviewed templates; a criterion's text comes
 * from its newest verdict.
 */
export async function readAgreement(db: Db, scope: Scope, filter: AgreementFilter): Promise<AgreementRow[]> {
  const { data, projetoId, templateId } = filter;
  const [begins, de, ate] = [param([filter.de]), param(filter.de), param(filter.ate)];
  const [moment, table, day] = VERDICTS_BY[data];
  const byCall = data !== 'revisao';
  const verdicts = sql`insight_revisoes r join insights g on g.id = r.insight_id
    join insight_template_versoes v on v.id = g.template_versao_id
    ${byCall ? sql`join auditoria_itens i on i.id = g.item_id` : sql``}`;
  const ofVerdicts = (span: Span) =>
    all([
      sql`r.em_vigor and g.levado_para is null and ${moment} >= ${span.from} and ${moment} < ${span.until}`,
      byCall ? callsOf(scope, projetoId) : null,
      ofScope(scope, sql`r.empresa_id`),
      projetoId ? sql`g.projeto_id = ${projetoId}::uuid` : semExemplos(sql`g.projeto_id`, scope),
      when(templateId, (id) => sql`v.template_id = ${id}::uuid`),
    ]);
  const ofSums = all([
    sumsOf(scope, { projetoId }),
    when(templateId, (id) => sql`r.template_id = ${id}::uuid`),
  ]);
  const newest = (among: Sql | null) => sql`select g.resultado from ${verdicts}
      join insight_revisao_criterios k on k.revisao_id = r.id and k.criterio = c.criterio and k.comprovado
    where ${all([
      ofVerdicts({ from: sql`${de}::timestamptz`, until: sql`${ate}::timestamptz` }),
      sql`v.template_id = c.template_id and r.empresa_id = c.empresa_id`,
      among,
    ])}
    order by r.created_at desc limit 1`;
  const ofTheDay = sql`r.created_at >= ${dayStart(sql`d.dia`)} and r.created_at < ${dayEnd(sql`d.dia`)}`;
  const { rows } = await db.sql<AgreementRow>(
    sql`with ${cutDays(begins, ate)}, contados as materialized (
       select t.dia, t.intervalo, x.* from trechos t, lateral (
         select r.empresa_id, v.template_id, coalesce(c.criterio, '') as criterio, count(*) as n,
           count(*) filter (where c.criterio is null and r.veredito = 'aprovado') as aprovados,
           count(*) filter (where c.criterio is null and r.veredito = 'rejeitado') as rejeitados,
           count(*) filter (where c.atendido_ia = 'sim' and c.atendido_pessoa = 'sim') as sim_sim,
           count(*) filter (where c.atendido_ia = 'sim' and c.atendido_pessoa = 'nao') as sim_nao,
           count(*) filter (where c.atendido_ia = 'nao' and c.atendido_pessoa = 'sim') as nao_sim,
           count(*) filter (where c.atendido_ia = 'nao' and c.atendido_pessoa = 'nao') as nao_nao
         from ${verdicts}, lateral (
           select null as criterio, null as atendido_ia, null as atendido_pessoa
           union all
           select k.criterio, k.atendido_ia, k.atendido_pessoa from insight_revisao_criterios k
             where k.revisao_id = r.id and k.comprovado) c
         where ${ofVerdicts(OF_A_PIECE)} group by 1, 2, 3) x
       where ${COUNTED}
     ), partes as (
       select empresa_id, template_id, criterio, n, aprovados, rejeitados, sim_sim, sim_nao, nao_sim, nao_nao
       from contados where intervalo is not null
       union all
       select empresa_id, template_id, criterio, -n, -aprovados, -rejeitados, -sim_sim, -sim_nao, -nao_sim, -nao_nao
       from contados join maiores m using (dia) where m.intervalo is not null
       union all
       select r.empresa_id, r.template_id, r.criterio, sum(r.n), sum(r.aprovados), sum(r.rejeitados), sum(r.sim_sim),
         sum(r.sim_nao), sum(r.nao_sim), sum(r.nao_nao)
       from ${ofSpan(table, day, begins, ate, ofSums)} group by 1, 2, 3
     ), templates as (
       select template_id, sum(n)::int as revisados, sum(aprovados)::int as aprovados,
         sum(rejeitados)::int as rejeitados
       from partes where criterio = '' group by 1 having sum(n) > 0 order by 2 desc, 1 limit 100
     ), criterios as materialized (
       select empresa_id, template_id, criterio, sum(sim_sim)::int as sim_sim, sum(sim_nao)::int as sim_nao,
         sum(nao_sim)::int as nao_sim, sum(nao_nao)::int as nao_nao
       from partes where criterio <> '' and template_id in (select template_id from templates)
       group by 1, 2, 3 having sum(n) > 0
     ), revistos as materialized (
       select r.template_id, r.criterio, r.dia from concordancia_dia r
       where ${all([sql`r.criterio <> '' and r.dia >= escuta_dia(${de}::timestamptz)`, ofSums])}
       group by 1, 2, 3 having sum(r.n) > 0
     )
     select t.template_id as "templateId", i.nome, t.revisados, t.aprovados, t.rejeitados, coalesce((
       select json_agg(json_build_object('id', c.criterio, 'descricao', coalesce((
           select x ->> 'descricao' from (select coalesce((
               select u.resultado from (select k.dia from revistos k
                   where k.template_id = c.template_id and k.criterio = c.criterio order by 1 desc) d,
                 lateral (${newest(ofTheDay)}) u limit 1),
               -- Judged before the call's time, as somebody changed it since.
               (${newest(null)})) as resultado) u, jsonb_array_elements(
                 case when jsonb_typeof(u.resultado -> 'criterios') = 'array' then u.resultado -> 'criterios'
                   else '[]' end) x
             where x ->> 'id' = c.criterio limit 1), c.criterio),
         'simSim', c.sim_sim, 'simNao', c.sim_nao, 'naoSim', c.nao_sim, 'naoNao', c.nao_nao) order by c.criterio)
       from criterios c where c.template_id = t.template_id), '[]') as criterios
     from templates t join insight_templates i on i.id = t.template_id
     order by t.revisados desc, i.nome`,
  );
  return rows;
}
