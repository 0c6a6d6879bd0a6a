// SQL: aggregates over a window, all of them in one pass.

import type { Julgamentos } from '@escuta/shared/domain/agreement';
import type { DataDeInsights, DataDeVereditos } from '@escuta/shared/domain/filtro';
import { CONFIANCA_ALTA, CONFIANCA_MEDIA } from '@escuta/shared/domain/insight-attention';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { momentOfCall } from '@escuta/shared/node/date-basis';
import { semExemplos } from '@escuta/shared/node/examples-sql';
import { NA_FILA, PRECISA_ATENCAO } from '@escuta/shared/node/insight-attention-sql';
import { notOwnItem } from '@escuta/shared/node/own-interview';
import { all, inScope, literal, ofScope, type Sql, sql, when } from '@escuta/shared/node/sql';
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

/** The condition of a window over these, only with what is asked for, so that the narrowest index is found. */
function windowSql(scope: Scope, { data, de, ate, projetoId, auditoriaId, itemId, categoria }: Window): Sql {
  const moment = momentIn(data);
  const byCall = data !== 'analise';
  return all([
    sql`g.vigente and ${moment} >= ${de} and ${moment} < ${ate}`,
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

/**
 * Every figure of a window in one pass: first by category, then all of them together. `usuarioId`: who asks, whose own interviews wait for
 * others; null: nobody.
 */
export async function readStats(
  db: Queryable,
  scope: Scope,
  window: Window,
  usuarioId: string | null,
): Promise<StatsRow> {
  const naFila = all([literal(NA_FILA), when(usuarioId, (id) => notOwnItem(id, sql`g.item_id`))]);
  const where = windowSql(scope, window);
  const { rows } = await db.query<StatsRow>(
    sql`with c as (
       select g.categoria, count(*) as n,
         count(*) filter (where g.status_processamento = 'pendente') as pendente,
         count(*) filter (where g.status_processamento = 'processando') as processando,
         count(*) filter (where g.status_processamento = 'concluido') as concluido,
         count(*) filter (where g.status_processamento = 'erro') as erro,
         count(*) filter (where g.score_confianca >= ${ALTA}) as alta,
         count(*) filter (where g.score_confianca >= ${MEDIA} and g.score_confianca < ${ALTA}) as media,
         count(*) filter (where g.score_confianca < ${MEDIA}) as baixa,
         count(*) filter (where ${ATENCAO}) as atencao,
         count(*) filter (where ${naFila}) as na_fila,
         count(*) filter (where g.validado_humano) as validados,
         count(*) filter (where g.veredito = 'aprovado') as aprovados,
         count(*) filter (where g.veredito = 'rejeitado') as rejeitados,
         sum(g.pontuacao) as pontuacao, count(g.pontuacao) as n_pontuacao,
         sum(g.score_confianca) as confianca, count(g.score_confianca) as n_confianca,
         sum(g.revisao_ms) as revisao, count(g.revisao_ms) as n_revisao,
         sum(g.n_alertas) as alertas, count(*) filter (where g.n_alertas > 0) as com_alertas
       from ${insightsOf(window)} where ${where} group by 1
     )
     select coalesce(sum(n), 0)::int as total, coalesce(sum(pendente), 0)::int as pendente,
       coalesce(sum(processando), 0)::int as processando, coalesce(sum(concluido), 0)::int as concluido,
       coalesce(sum(erro), 0)::int as erro, coalesce(sum(alta), 0)::int as alta, coalesce(sum(media), 0)::int as media,
       coalesce(sum(baixa), 0)::int as baixa, coalesce(sum(n - n_confianca), 0)::int as "semConfianca",
       coalesce(sum(atencao), 0)::int as atencao, coalesce(sum(na_fila), 0)::int as "naFila", coalesce(sum(validados), 0)::int as validados,
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

/** The intervals of a window that hold anything. */
export async function readTrends(
  db: Queryable,
  scope: Scope,
  window: Window,
  /** Where each interval begins, in order. */
  starts: readonly Date[],
): Promise<TrendRow[]> {
  const { rows } = await db.query<TrendRow>(
    sql`select width_bucket(${momentIn(window.data)}, ${starts}::timestamptz[]) as intervalo,
       count(*)::int as n, avg(g.pontuacao) as "pontuacaoMedia", avg(g.score_confianca) as "confiancaMedia",
       (count(*) filter (where ${ATENCAO}))::float8 / count(*) as atencao
     from ${insightsOf(window)} where ${windowSql(scope, window)} group by 1 order by 1`.statement(),
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

/**
 * What people and AI said of the same criteria, by template, in the verdicts in force that lie in a span of time.
 *
 * Only what both answered with sim or nao, and what the AI could prove, counts. At most 100 templates, the most reviewed.
 */
export async function readAgreement(
  db: Queryable,
  scope: Scope,
  filter: {
    data: DataDeVereditos;
    de: Date;
    ate: Date;
    projetoId?: string | undefined;
    templateId?: string | undefined;
  },
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
