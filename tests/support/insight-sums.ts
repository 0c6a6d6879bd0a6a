import { CONFIANCA_ALTA, CONFIANCA_MEDIA } from '@escuta/shared/domain/insight-attention';
import { NA_FILA, PRECISA_ATENCAO } from '@escuta/shared/node/insight-attention-sql';
import type { Pool } from 'pg';
import { expect } from 'vitest';

const KEPT = `select projeto_id, auditoria_id, categoria, dia::text, sum(n)::int as n, sum(pendente)::int as pendente, sum(processando)::int as processando,
    sum(concluido)::int as concluido, sum(erro)::int as erro, sum(alta)::int as alta, sum(media)::int as media, sum(baixa)::int as baixa,
    sum(atencao)::int as atencao, sum(na_fila)::int as na_fila, sum(validados)::int as validados, sum(aprovados)::int as aprovados,
    sum(rejeitados)::int as rejeitados, sum(n_pontuacao)::int as n_pontuacao, sum(n_confianca)::int as n_confianca,
    sum(soma_revisao)::int as soma_revisao, sum(n_revisao)::int as n_revisao, sum(alertas)::int as alertas, sum(com_alertas)::int as com_alertas,
    round(sum(soma_pontuacao), 6)::float8 as soma_pontuacao, round(sum(soma_confianca), 6)::float8 as soma_confianca
  from insight_dia group by 1, 2, 3, 4
  having sum(n) <> 0 or sum(atencao) <> 0 or sum(validados) <> 0 or sum(alertas) <> 0 or sum(soma_pontuacao) <> 0 or sum(soma_revisao) <> 0
  order by 1, 2, 3, 4`;

/** The same by the rules of shared/src, insight by insight. */
const LIVE = `select projeto_id, auditoria_id, categoria, (created_at at time zone 'America/Sao_Paulo')::date::text as dia, count(*)::int as n,
    count(*) filter (where status_processamento = 'pendente')::int as pendente,
    count(*) filter (where status_processamento = 'processando')::int as processando,
    count(*) filter (where status_processamento = 'concluido')::int as concluido,
    count(*) filter (where status_processamento = 'erro')::int as erro,
    count(*) filter (where score_confianca >= ${CONFIANCA_ALTA})::int as alta,
    count(*) filter (where score_confianca >= ${CONFIANCA_MEDIA} and score_confianca < ${CONFIANCA_ALTA})::int as media,
    count(*) filter (where score_confianca < ${CONFIANCA_MEDIA})::int as baixa,
    count(*) filter (where ${PRECISA_ATENCAO})::int as atencao, count(*) filter (where ${NA_FILA})::int as na_fila,
    count(*) filter (where validado_humano)::int as validados,
    count(*) filter (where veredito = 'aprovado')::int as aprovados, count(*) filter (where veredito = 'rejeitado')::int as rejeitados,
    count(pontuacao)::int as n_pontuacao, count(score_confianca)::int as n_confianca, coalesce(sum(revisao_ms), 0)::int as soma_revisao,
    count(revisao_ms)::int as n_revisao, coalesce(sum(n_alertas), 0)::int as alertas, count(*) filter (where n_alertas > 0)::int as com_alertas,
    coalesce(round(sum(pontuacao::numeric), 6), 0)::float8 as soma_pontuacao,
    coalesce(round(sum(score_confianca::numeric), 6), 0)::float8 as soma_confianca
  from insights g where vigente group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

const VERDICTS = `select projeto_id, template_id, criterio, dia::text, sum(n)::int as n, sum(aprovados)::int as aprovados, sum(rejeitados)::int as rejeitados,
    sum(sim_sim)::int as sim_sim, sum(sim_nao)::int as sim_nao, sum(nao_sim)::int as nao_sim, sum(nao_nao)::int as nao_nao
  from concordancia_dia group by 1, 2, 3, 4
  having sum(n) <> 0 or sum(aprovados) <> 0 or sum(sim_sim) <> 0 or sum(nao_nao) <> 0 order by 1, 2, 3, 4`;

/** That the sums of insights and verdicts by day, as triggers kept them, are what a count by other means and a recount give. @returns how many rows of each */
export async function expectInsightSums(pool: Pool): Promise<{ insights: number; vereditos: number }> {
  const read = async () => ({
    insights: (await pool.query(KEPT)).rows as unknown[],
    vereditos: (await pool.query(VERDICTS)).rows as unknown[],
  });
  const kept = await read();
  expect(kept.insights).toEqual((await pool.query(LIVE)).rows);
  await pool.query('select escuta_recontar_insights()');
  expect(await read()).toEqual(kept);
  return { insights: kept.insights.length, vereditos: kept.vereditos.length };
}
