import type { Database } from '@escuta/prisma/db';
import { CONFIANCA_ALTA, CONFIANCA_MEDIA } from '@escuta/shared/domain/insights/insight-attention';
import { NA_FILA, PRECISA_ATENCAO } from '@escuta/shared/platform/database/conditions/insight-attention';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';
import { expect } from 'vitest';

/** SQL that reads stored sums. @param from the table of sums, or similar rows @param days the table's day columns */
const KEPT = (
  from: string,
  days: string,
) => `select projeto_id, auditoria_id, categoria, ${days}, sum(n)::int as n, sum(pendente)::int as pendente,
  sum(processando)::int as processando,
    sum(concluido)::int as concluido, sum(erro)::int as erro, sum(alta)::int as alta, sum(media)::int as media,
    sum(baixa)::int as baixa,
    sum(atencao)::int as atencao, sum(na_fila)::int as na_fila, sum(validados)::int as validados,
      sum(aprovados)::int as aprovados,
    sum(rejeitados)::int as rejeitados, sum(n_pontuacao)::int as n_pontuacao, sum(n_confianca)::int as n_confianca,
    sum(soma_revisao)::int as soma_revisao, sum(n_revisao)::int as n_revisao, sum(alertas)::int as alertas,
      sum(com_alertas)::int as com_alertas,
    round(sum(soma_pontuacao), 6)::float8 as soma_pontuacao, round(sum(soma_confianca), 6)::float8 as soma_confianca
  from ${from} group by 1, 2, 3, 4, 5
  having sum(n) <> 0 or sum(atencao) <> 0 or sum(validados) <> 0 or sum(alertas) <> 0 or sum(soma_pontuacao) <> 0
    or sum(soma_revisao) <> 0
  order by 1, 2, 3, 4, 5`;

/** SQL that computes the sums of KEPT from single insights, by the rules of shared/src. */
const LIVE = (days: string) => `select g.projeto_id, g.auditoria_id, categoria, ${days}, count(*)::int as n,
    count(*) filter (where status_processamento = 'pendente')::int as pendente,
    count(*) filter (where status_processamento = 'processando')::int as processando,
    count(*) filter (where status_processamento = 'concluido')::int as concluido,
    count(*) filter (where status_processamento = 'erro')::int as erro,
    count(*) filter (where score_confianca >= ${CONFIANCA_ALTA})::int as alta,
    count(*) filter (where score_confianca >= ${CONFIANCA_MEDIA} and score_confianca < ${CONFIANCA_ALTA})::int as media,
    count(*) filter (where score_confianca < ${CONFIANCA_MEDIA})::int as baixa,
    count(*) filter (where ${PRECISA_ATENCAO})::int as atencao, count(*) filter (where ${NA_FILA})::int as na_fila,
    count(*) filter (where validado_humano)::int as validados,
    count(*) filter (where veredito = 'aprovado')::int as aprovados, count(*) filter (where veredito = 'rejeitado')::int
      as rejeitados,
    count(${NOTA_EM_VIGOR})::int as n_pontuacao, count(score_confianca)::int as n_confianca,
    coalesce(sum(revisao_ms), 0)::int as soma_revisao,
    count(revisao_ms)::int as n_revisao, coalesce(sum(n_alertas), 0)::int as alertas,
      count(*) filter (where n_alertas > 0)::int as com_alertas,
    coalesce(round(sum(${NOTA_EM_VIGOR}::numeric), 6), 0)::float8 as soma_pontuacao,
    coalesce(round(sum(score_confianca::numeric), 6), 0)::float8 as soma_confianca
  from insights g join auditoria_itens i on i.id = g.item_id where vigente group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5`;

const VERDICTS = (
  from: string,
  days: string,
) => `select projeto_id, template_id, criterio, ${days}, sum(n)::int as n, sum(aprovados)::int as aprovados,
  sum(rejeitados)::int as rejeitados,
    sum(sim_sim)::int as sim_sim, sum(sim_nao)::int as sim_nao, sum(nao_sim)::int as nao_sim,
    sum(nao_nao)::int as nao_nao
  from ${from} group by 1, 2, 3, 4, 5
  having sum(n) <> 0 or sum(aprovados) <> 0 or sum(sim_sim) <> 0 or sum(nao_nao) <> 0 order by 1, 2, 3, 4, 5`;

/** SQL that computes the sums of VERDICTS from single verdicts. */
const LIVE_VERDICTS = (
  days: string,
) => `select g.projeto_id, v.template_id, x.criterio, ${days}, count(*)::int as n,
    sum(x.aprovado)::int as aprovados, sum(x.rejeitado)::int as rejeitados, count(*) filter (where ia = 'sim'
      and pessoa = 'sim')::int as sim_sim,
    count(*) filter (where ia = 'sim' and pessoa = 'nao')::int as sim_nao, count(*) filter (where ia = 'nao'
      and pessoa = 'sim')::int as nao_sim,
    count(*) filter (where ia = 'nao' and pessoa = 'nao')::int as nao_nao
  from insight_revisoes r join insights g on g.id = r.insight_id join auditoria_itens i on i.id = g.item_id
    join insight_template_versoes v on v.id = g.template_versao_id, lateral (
      select '' as criterio, (r.veredito = 'aprovado')::int as aprovado, (r.veredito = 'rejeitado')::int as rejeitado,
      null as ia, null as pessoa
      union all select c.criterio, 0, 0, c.atendido_ia, c.atendido_pessoa from insight_revisao_criterios c
        where c.revisao_id = r.id and c.comprovado) x
  where r.em_vigor and g.levado_para is null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;

const day = (moment: string) => `(${moment} at time zone 'America/Sao_Paulo')::date::text`;
const OF_THE_CALL = `dia::text, dia_entrada::text`;
const OF_THE_CALL_LIVE = `${day('coalesce(i.call_start_time, i.created_at)')} as dia,
  ${day('i.created_at')} as dia_entrada`;

const rowsOf = async (pool: Database, text: string) => (await pool.query(text)).rows as unknown[];

/**
 * Checks that the triggers' daily sums of insights and verdicts equal independent counts and a recount. There are sums
 * by
 * day of the analysis or verdict, and sums by day of the call or its entry.
 * @returns numbers of rows of the daily sums of insights and of verdicts
 */
export async function expectInsightSums(pool: Database): Promise<{ insights: number; vereditos: number }> {
  const read = async () => ({
    insights: await rowsOf(pool, KEPT('insight_dia', `dia::text, null as sem`)),
    vereditos: await rowsOf(pool, VERDICTS('concordancia_dia', `dia::text, null as sem`)),
    insightsPorLigacao: await rowsOf(pool, KEPT('insight_chamada_dia', OF_THE_CALL)),
    vereditosPorLigacao: await rowsOf(pool, VERDICTS('concordancia_chamada_dia', OF_THE_CALL)),
  });
  const kept = await read();
  expect(kept).toEqual({
    insights: await rowsOf(pool, LIVE(`${day('g.created_at')} as dia, null as sem`)),
    vereditos: await rowsOf(pool, LIVE_VERDICTS(`${day('r.created_at')} as dia, null as sem`)),
    insightsPorLigacao: await rowsOf(pool, LIVE(OF_THE_CALL_LIVE)),
    vereditosPorLigacao: await rowsOf(pool, LIVE_VERDICTS(OF_THE_CALL_LIVE)),
  });
  await pool.query('select escuta_recontar_insights()');
  // A recount of correct sums adds no row; a recount of missing sums restores them.
  const before = await pool.query('select count(*)::int as n from insight_chamada_dia');
  await pool.query('select escuta_recontar_insights_por_ligacao()');
  expect((await pool.query('select count(*)::int as n from insight_chamada_dia')).rows).toEqual(before.rows);
  expect(await read()).toEqual(kept);
  await pool.query('delete from insight_chamada_dia where id % 2 = 0; delete from concordancia_chamada_dia');
  await pool.query('select escuta_recontar_insights_por_ligacao()');
  expect(await read()).toEqual(kept);
  return { insights: kept.insights.length, vereditos: kept.vereditos.length };
}
