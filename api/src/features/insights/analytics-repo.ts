// SQL: aggregates over a window: sums of whole days and, at its edges, rows.

import type { Julgamentos } from '@escuta/shared/domain/agreement';
import type { DataDeInsights, DataDeVereditos } from '@escuta/shared/domain/filtro';
import { CONFIANCA_ALTA, CONFIANCA_MEDIA } from '@escuta/shared/domain/insight-attention';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { momentOfCall } from '@escuta/shared/node/date-basis';
import { semExemplos } from '@escuta/shared/node/examples-sql';
import { NA_FILA, PRECISA_ATENCAO } from '@escuta/shared/node/insight-attention-sql';
import { notOwnItem } from '@escuta/shared/node/own-interview';
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
} from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';

const ALTA = literal(`${CONFIANCA_ALTA}` as const);
const MEDIA = literal(`${CONFIANCA_MEDIA}` as const);
const ATENCAO = literal(PRECISA_ATENCAO);

/** Vigente insights of a span of time, `ate` exclusive. */
export type Window = {
  /** By which moment they lie in it. */
  data: DataDeInsights;
  de: Date;
  ate: Date;
  projetoId?: string | undefined;
  auditoriaId?: string | undefined;
  itemId?: string | undefined;
  categoria?: string | undefined;
};

/** The moment by which an insight `g` lies in a window: its own, or one of its call `i`. */
const momentIn = (data: DataDeInsights): Sql => (data === 'analise' ? sql`g.created_at` : momentOfCall(data));

/** The insights `g` of a window, beside their calls `i` where these are asked. */
const insightsOf = ({ data }: Window): Sql =>
  data === 'analise' ? sql`insights g` : sql`insights g join auditoria_itens i on i.id = g.item_id`;

/** The condition of a window over these, only with what is asked for, so that the narrowest index is found. `span`: of another time. */
function windowSql(
  scope: Scope,
  { data, de, ate, projetoId, auditoriaId, itemId, categoria }: Window,
  span: { from: Sql; until: Sql } = { from: sql`${de}::timestamptz`, until: sql`${ate}::timestamptz` },
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

/** Whose calls `i` they are: by project, as the index of their moments goes. */
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

/** Whether the sums by day (insight_dia) know a window: they tell insights by their own day, and by nothing narrower than an audit. */
const isSummed = ({ data, itemId }: Window): boolean => data === 'analise' && !itemId;

/** The whole days of America/Sao_Paulo within a window `[de, ate)`, as a condition on a sum `r`: its first and its last are looked at live. */
const wholeDays = (de: Param, ate: Param): Sql =>
  sql`r.dia > escuta_dia(${de}::timestamptz) and r.dia < escuta_dia(${ate}::timestamptz)`;

/** What is left of a window beside its whole days: the rest of its first day and what has been of its last one. */
function edgesOf(de: Param, ate: Param): readonly [from: Sql, until: Sql][] {
  const firstEnd = dayEnd(sql`escuta_dia(${de}::timestamptz)`);
  const lastStart = dayStart(sql`escuta_dia(${ate}::timestamptz)`);
  return [
    [sql`${de}::timestamptz`, sql`least(${ate}::timestamptz, ${firstEnd})`],
    [sql`greatest(${firstEnd}, ${lastStart})`, sql`${ate}::timestamptz`],
  ];
}

/** The sums `r` of a window. */
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

/** Figures of insights by category, counted one by one. */
const counted = (from: Sql, where: Sql): Sql => sql`
  select g.categoria, count(*) as n,
    count(*) filter (where g.status_processamento = 'pendente') as pendente,
    count(*) filter (where g.status_processamento = 'processando') as processando,
    count(*) filter (where g.status_processamento = 'concluido') as concluido,
    count(*) filter (where g.status_processamento = 'erro') as erro,
    count(*) filter (where g.score_confianca >= ${ALTA}) as alta,
    count(*) filter (where g.score_confianca >= ${MEDIA} and g.score_confianca < ${ALTA}) as media,
    count(*) filter (where g.score_confianca < ${MEDIA}) as baixa,
    count(*) filter (where ${ATENCAO}) as atencao,
    count(*) filter (where ${literal(NA_FILA)}) as na_fila,
    count(*) filter (where g.validado_humano) as validados,
    count(*) filter (where g.veredito = 'aprovado') as aprovados,
    count(*) filter (where g.veredito = 'rejeitado') as rejeitados,
    sum(g.pontuacao) as pontuacao, count(g.pontuacao) as n_pontuacao,
    sum(g.score_confianca) as confianca, count(g.score_confianca) as n_confianca,
    sum(g.revisao_ms) as revisao, count(g.revisao_ms) as n_revisao,
    sum(g.n_alertas) as alertas, count(*) filter (where g.n_alertas > 0) as com_alertas
  from ${from} where ${where} group by 1`;

/** The same from the sums by day. */
const summed = (where: Sql): Sql => sql`
  select r.categoria, sum(r.n)::bigint, sum(r.pendente)::bigint, sum(r.processando)::bigint, sum(r.concluido)::bigint, sum(r.erro)::bigint,
    sum(r.alta)::bigint, sum(r.media)::bigint, sum(r.baixa)::bigint, sum(r.atencao)::bigint, sum(r.na_fila)::bigint, sum(r.validados)::bigint,
    sum(r.aprovados)::bigint, sum(r.rejeitados)::bigint, sum(r.soma_pontuacao)::float8, sum(r.n_pontuacao)::bigint,
    sum(r.soma_confianca)::float8, sum(r.n_confianca)::bigint, sum(r.soma_revisao)::bigint, sum(r.n_revisao)::bigint,
    sum(r.alertas)::bigint, sum(r.com_alertas)::bigint
  from insight_dia r where ${where} group by 1`;

/**
 * Every figure of a window: first by category, then all of them together. Whole days come from their sums (docs/decisions/0004-rollups.md), where
 * these know the window. `usuarioId`: who asks, whose own interviews wait for others; null: nobody.
 */
export async function readStats(
  db: Queryable,
  scope: Scope,
  window: Window,
  usuarioId: string | null,
): Promise<StatsRow> {
  const [de, ate] = [param(window.de), param(window.ate)];
  const where = windowSql(scope, window);
  const parts = isSummed(window)
    ? [
        ...edgesOf(de, ate).map(([from, until]) =>
          counted(sql`insights g`, windowSql(scope, window, { from, until })),
        ),
        summed(all([wholeDays(de, ate), sumsOf(scope, window)])),
      ]
    : [counted(insightsOf(window), where)];
  // Interviews are those of surveys: only their projects are looked into, each by its own queue.
  const own = usuarioId
    ? sql`(select count(*) from (select distinct p.projeto_id as id from pesquisas p where ${all([
        inScope(scope, sql`p.empresa_id`),
        when(window.projetoId, (id) => sql`p.projeto_id = ${id}::uuid`),
      ])}) pesquisados, lateral (
        select from ${insightsOf(window)} where g.projeto_id = pesquisados.id and ${where} and ${literal(NA_FILA)}
          and not ${notOwnItem(usuarioId, sql`g.item_id`)} offset 0) feitas)`
    : sql`0`;
  const { rows } = await db.query<StatsRow>(
    sql`with partes as (${join(parts, ' union all ')}), c as (
       select categoria, sum(n)::bigint as n, sum(pendente) as pendente, sum(processando) as processando, sum(concluido) as concluido,
         sum(erro) as erro, sum(alta) as alta, sum(media) as media, sum(baixa) as baixa, sum(atencao) as atencao, sum(na_fila) as na_fila,
         sum(validados) as validados, sum(aprovados) as aprovados, sum(rejeitados) as rejeitados, sum(pontuacao) as pontuacao,
         sum(n_pontuacao) as n_pontuacao, sum(confianca) as confianca, sum(n_confianca) as n_confianca, sum(revisao) as revisao,
         sum(n_revisao) as n_revisao, sum(alertas) as alertas, sum(com_alertas) as com_alertas
       from partes group by 1 having sum(n) > 0
     )
     select coalesce(sum(n), 0)::int as total, coalesce(sum(pendente), 0)::int as pendente,
       coalesce(sum(processando), 0)::int as processando, coalesce(sum(concluido), 0)::int as concluido,
       coalesce(sum(erro), 0)::int as erro, coalesce(sum(alta), 0)::int as alta, coalesce(sum(media), 0)::int as media,
       coalesce(sum(baixa), 0)::int as baixa, coalesce(sum(n - n_confianca), 0)::int as "semConfianca",
       coalesce(sum(atencao), 0)::int as atencao, (coalesce(sum(na_fila), 0) - ${own})::int as "naFila",
       coalesce(sum(validados), 0)::int as validados,
       coalesce(sum(aprovados), 0)::int as aprovados, coalesce(sum(rejeitados), 0)::int as rejeitados,
       (sum(pontuacao) / nullif(sum(n_pontuacao), 0)::float8)::float8 as "pontuacaoMedia",
       (sum(confianca) / nullif(sum(n_confianca), 0)::float8)::float8 as "confiancaMedia",
       (sum(revisao) / nullif(sum(n_revisao), 0))::float8 as "tempoMedioMs",
       coalesce(sum(alertas), 0)::int as alertas, coalesce(sum(com_alertas), 0)::int as "comAlertas",
       coalesce(json_agg(json_build_object('categoria', categoria, 'n', n) order by n desc, categoria)
         filter (where categoria is not null), '[]') as "porCategoria"
     from c`.statement(),
  );
  return rows[0] as StatsRow;
}

export type TrendRow = {
  /** From 1. */
  intervalo: number;
  n: number;
  pontuacaoMedia: number | null;
  confiancaMedia: number | null;
  atencao: number | null;
};

/** The intervals of a window that hold anything: whole days from their sums, those in which one interval ends and the next begins live. */
export async function readTrends(
  db: Queryable,
  scope: Scope,
  window: Window,
  /** Where each interval begins, in order. */
  starts: readonly Date[],
): Promise<TrendRow[]> {
  const begins = param(starts);
  const figures = (
    moment: Sql,
  ) => sql`width_bucket(${moment}, ${begins}::timestamptz[]) as intervalo, count(*) as n,
    sum(g.pontuacao) as pontuacao, count(g.pontuacao) as n_pontuacao, sum(g.score_confianca) as confianca,
    count(g.score_confianca) as n_confianca, count(*) filter (where ${ATENCAO}) as atencao`;
  const [de, ate] = [param(window.de), param(window.ate)];
  const live = windowSql(scope, window, {
    from: sql`greatest(${de}::timestamptz, ${dayStart(sql`cortados.dia`)})`,
    until: sql`least(${ate}::timestamptz, ${dayEnd(sql`cortados.dia`)})`,
  });
  const parts = isSummed(window)
    ? sql`select v.* from cortados, lateral (
         select ${figures(sql`g.created_at`)} from insights g where ${live} group by 1) v
       union all
       select width_bucket(${dayStart(sql`r.dia`)}, ${begins}::timestamptz[]), sum(r.n)::bigint, sum(r.soma_pontuacao)::float8,
         sum(r.n_pontuacao)::bigint, sum(r.soma_confianca)::float8, sum(r.n_confianca)::bigint, sum(r.atencao)::bigint
       from insight_dia r where ${all([wholeDays(de, ate), sumsOf(scope, window)])}
         and r.dia not in (select dia from cortados) group by 1`
    : sql`select ${figures(momentIn(window.data))} from ${insightsOf(window)} where ${windowSql(scope, window)} group by 1`;
  const { rows } = await db.query<TrendRow>(
    sql`with cortados as materialized (
       select distinct escuta_dia(m) as dia from unnest(${begins}::timestamptz[] || ${ate}::timestamptz) m
     ), partes as (${parts})
     select intervalo, sum(n)::int as n, (sum(pontuacao) / nullif(sum(n_pontuacao), 0)::float8)::float8 as "pontuacaoMedia",
       (sum(confianca) / nullif(sum(n_confianca), 0)::float8)::float8 as "confiancaMedia", sum(atencao)::float8 / sum(n)::float8 as atencao
     from partes group by 1 having sum(n) > 0 order by 1`.statement(),
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

/** By which moment a verdict `r` of an insight `g` lies in a span, and what has to be joined for it. */
const MOMENT_OF_VERDICT: Record<DataDeVereditos, readonly [moment: string, call: string]> = {
  revisao: ['r.created_at', ''],
  ligacao: ['i.momento_chamada', 'join auditoria_itens i on i.id = g.item_id'],
  entrada: ['i.created_at', 'join auditoria_itens i on i.id = g.item_id'],
};

type AgreementFilter = {
  data: DataDeVereditos;
  de: Date;
  ate: Date;
  projetoId?: string | undefined;
  templateId?: string | undefined;
};

/**
 * What people and AI said of the same criteria, by template, in the verdicts in force that lie in a span of time.
 *
 * Only what both answered with sim or nao, and what the AI could prove, counts. At most 100 templates, the most reviewed.
 */
export function readAgreement(db: Queryable, scope: Scope, filter: AgreementFilter): Promise<AgreementRow[]> {
  return filter.data === 'revisao' ? agreementByDay(db, scope, filter) : agreementByCall(db, scope, filter);
}

/** By the day of the verdict: whole days come from their sums. What a criterion says is read of the newest verdict, within the last day that has one. */
async function agreementByDay(db: Queryable, scope: Scope, filter: AgreementFilter): Promise<AgreementRow[]> {
  const { projetoId, templateId } = filter;
  const [de, ate] = [param(filter.de), param(filter.ate)];
  const ofVerdicts = all([
    sql`r.em_vigor and g.levado_para is null`,
    projetoId ? sql`g.projeto_id = ${projetoId}::uuid` : semExemplos(sql`g.projeto_id`, scope),
  ]);
  const verdicts = sql`insight_revisoes r join insights g on g.id = r.insight_id join insight_template_versoes v on v.id = g.template_versao_id`;
  const live = edgesOf(de, ate).map(
    ([
      from,
      until,
    ]) => sql`select r.id, r.empresa_id, r.veredito, escuta_dia(r.created_at) as dia, v.template_id
      from ${verdicts} where ${all([
        ofVerdicts,
        ofScope(scope, sql`r.empresa_id`),
        sql`r.created_at >= ${from} and r.created_at < ${until}`,
        when(templateId, (id) => sql`v.template_id = ${id}::uuid`),
      ])}`,
  );
  const { rows } = await db.query<AgreementRow>(
    sql`with beiras as materialized (${join(live, ' union all ')}), dias as (
       select r.empresa_id, r.template_id, r.criterio, r.dia, sum(r.n) as n, sum(r.aprovados) as aprovados, sum(r.rejeitados) as rejeitados,
         sum(r.sim_sim) as sim_sim, sum(r.sim_nao) as sim_nao, sum(r.nao_sim) as nao_sim, sum(r.nao_nao) as nao_nao
       from concordancia_dia r where ${all([
         wholeDays(de, ate),
         sumsOf(scope, { projetoId }),
         when(templateId, (id) => sql`r.template_id = ${id}::uuid`),
       ])} group by 1, 2, 3, 4 having sum(r.n) > 0
       union all
       select empresa_id, template_id, '', dia, count(*), count(*) filter (where veredito = 'aprovado'),
         count(*) filter (where veredito = 'rejeitado'), 0, 0, 0, 0 from beiras group by 1, 2, 4
       union all
       select b.empresa_id, b.template_id, c.criterio, b.dia, count(*), 0, 0,
         count(*) filter (where c.atendido_ia = 'sim' and c.atendido_pessoa = 'sim'),
         count(*) filter (where c.atendido_ia = 'sim' and c.atendido_pessoa = 'nao'),
         count(*) filter (where c.atendido_ia = 'nao' and c.atendido_pessoa = 'sim'),
         count(*) filter (where c.atendido_ia = 'nao' and c.atendido_pessoa = 'nao')
       from beiras b join insight_revisao_criterios c on c.revisao_id = b.id and c.comprovado group by 1, 2, 3, 4
     ), templates as (
       select template_id, sum(n)::int as revisados, sum(aprovados)::int as aprovados, sum(rejeitados)::int as rejeitados
       from dias where criterio = '' group by 1 order by 2 desc, 1 limit 100
     ), criterios as (
       select empresa_id, template_id, criterio, sum(sim_sim)::int as sim_sim, sum(sim_nao)::int as sim_nao, sum(nao_sim)::int as nao_sim,
         sum(nao_nao)::int as nao_nao, max(dia) as ultimo_dia
       from dias where criterio <> '' and template_id in (select template_id from templates) group by 1, 2, 3
     )
     select t.template_id as "templateId", i.nome, t.revisados, t.aprovados, t.rejeitados, coalesce((
       select json_agg(json_build_object('id', c.criterio, 'descricao', coalesce((
           select x ->> 'descricao' from (
               select g.resultado from ${verdicts} join insight_revisao_criterios k on k.revisao_id = r.id and k.criterio = c.criterio and k.comprovado
               where ${ofVerdicts} and v.template_id = c.template_id and r.empresa_id = c.empresa_id
                 and r.created_at >= greatest(${de}::timestamptz, ${dayStart(sql`c.ultimo_dia`)})
                 and r.created_at < least(${ate}::timestamptz, ${dayEnd(sql`c.ultimo_dia`)})
               order by r.created_at desc limit 1) u, jsonb_array_elements(
                 case when jsonb_typeof(u.resultado -> 'criterios') = 'array' then u.resultado -> 'criterios' else '[]' end) x
             where x ->> 'id' = c.criterio limit 1), c.criterio),
         'simSim', c.sim_sim, 'simNao', c.sim_nao, 'naoSim', c.nao_sim, 'naoNao', c.nao_nao) order by c.criterio)
       from criterios c where c.template_id = t.template_id), '[]') as criterios
     from templates t join insight_templates i on i.id = t.template_id
     order by t.revisados desc, i.nome`.statement(),
  );
  return rows;
}

/** By a day of the call, verdict by verdict. */
async function agreementByCall(
  db: Queryable,
  scope: Scope,
  filter: AgreementFilter,
): Promise<AgreementRow[]> {
  const [moment, call] = MOMENT_OF_VERDICT[filter.data];
  const { rows } = await db.query<AgreementRow>({
    name: `insights_concordancia_${filter.data}`,
    text: `with vereditos as materialized (
        select r.id, r.veredito, r.created_at, v.template_id, g.id as insight_id
        from insight_revisoes r join insights g on g.id = r.insight_id
          join insight_template_versoes v on v.id = g.template_versao_id ${call}
        where r.em_vigor and g.levado_para is null and ${inScope('$1', 'r.empresa_id')} and ${moment} >= $2 and ${moment} < $3
          and case when $4::uuid is null then ${semExemplos('g.projeto_id', '$1')} else g.projeto_id = $4 end and ($5::uuid is null or v.template_id = $5)
      ), templates as (
        select template_id, count(*)::int as revisados, count(*) filter (where veredito = 'aprovado')::int as aprovados,
          count(*) filter (where veredito = 'rejeitado')::int as rejeitados
        from vereditos group by 1 order by 2 desc, 1 limit 100
      ), criterios as (
        select d.template_id, c.criterio,
          count(*) filter (where c.atendido_ia = 'sim' and c.atendido_pessoa = 'sim')::int as sim_sim,
          count(*) filter (where c.atendido_ia = 'sim' and c.atendido_pessoa = 'nao')::int as sim_nao,
          count(*) filter (where c.atendido_ia = 'nao' and c.atendido_pessoa = 'sim')::int as nao_sim,
          count(*) filter (where c.atendido_ia = 'nao' and c.atendido_pessoa = 'nao')::int as nao_nao,
          (array_agg(d.insight_id order by d.created_at desc))[1] as ultimo
        from vereditos d join insight_revisao_criterios c on c.revisao_id = d.id and c.comprovado
        group by 1, 2
      )
      select t.template_id as "templateId", i.nome, t.revisados, t.aprovados, t.rejeitados, coalesce((
        select json_agg(json_build_object('id', c.criterio, 'descricao', coalesce((
            select x ->> 'descricao' from insights g, jsonb_array_elements(
                case when jsonb_typeof(g.resultado -> 'criterios') = 'array' then g.resultado -> 'criterios' else '[]' end) x
            where g.id = c.ultimo and x ->> 'id' = c.criterio limit 1), c.criterio),
          'simSim', c.sim_sim, 'simNao', c.sim_nao, 'naoSim', c.nao_sim, 'naoNao', c.nao_nao) order by c.criterio)
        from criterios c where c.template_id = t.template_id), '[]') as criterios
      from templates t join insight_templates i on i.id = t.template_id
      order by t.revisados desc, i.nome`,
    values: [empresaIdOf(scope), filter.de, filter.ate, filter.projetoId ?? null, filter.templateId ?? null],
  });
  return rows;
}
