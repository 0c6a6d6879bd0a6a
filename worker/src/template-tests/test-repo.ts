import type { Database } from '@escuta/prisma/db';
import type { LadoTeste, ResultadoTeste, UsoTeste } from '@escuta/shared/contracts/insights/template-tests';
import type { AlertaIdentificado, InsightResultado } from '@escuta/shared/domain/insights/insight-result';
import type { TipoItem } from '@escuta/shared/domain/runs/status';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import type { JudgedTemplate, Quote } from '../analysis/templates/judge-template.ts';

/** A test that this worker holds. */
export type ClaimedTest = {
  id: string;
  empresaId: string;
  itemId: string;
  projetoId: string;
  tipoItem: TipoItem;
  resultadoId: string;
  templateId: string | null;
  versaoSalva: number | null;
  rascunho: unknown;
  parametros: Record<string, string>;
};

const INTERROMPIDO =
  'O teste foi interrompido antes do fim, e não se repete automaticamente, para não pagar duas vezes. Teste de novo.';
const ESPEROU_DEMAIS = 'O teste esperou demais na fila e não foi executado; nada foi cobrado. Teste de novo.';
/** A test that nobody has begun after this long is no longer waited for. */
const ESPERA_MAX = '10 minutes';

/** Takes waiting tests for `leaseMs`, the oldest first; workers share them (SKIP LOCKED). */
export async function claimTests(db: Database, limit: number, leaseMs: number): Promise<ClaimedTest[]> {
  const { rows } = await db.query<ClaimedTest>({
    name: 'template-test-claim',
    text: `UPDATE testes_template t SET status = 'executando', lease_ate = now() + $2 * interval '1 millisecond'
           FROM auditoria_itens i
           WHERE i.id = t.item_id AND t.id = ANY (ARRAY(
             SELECT id FROM testes_template WHERE status = 'pendente'
             ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED))
           RETURNING t.id, t.empresa_id AS "empresaId", t.item_id AS "itemId", i.projeto_id AS "projetoId",
             i.tipo_item::text AS "tipoItem",
             t.resultado_id AS "resultadoId", t.template_id AS "templateId", t.versao_salva AS "versaoSalva",
             t.rascunho, t.parametros`,
    values: [limit, leaseMs],
  });
  return rows;
}

/**
 * Ends the tests of workers that died, and those that waited too long. A test is never begun twice: what the first
 * attempt was billed is not known for sure.
 */
export async function closeLost(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    name: 'template-test-close-lost',
    text: `UPDATE testes_template SET status = 'erro', terminado_em = now(), lease_ate = NULL,
             motivo = CASE status WHEN 'executando' THEN $1 ELSE $2 END
           WHERE (status = 'executando' AND lease_ate < now())
             OR (status = 'pendente' AND created_at < now() - interval '${ESPERA_MAX}')`,
    values: [INTERROMPIDO, ESPEROU_DEMAIS],
  });
  return rowCount ?? 0;
}

/** Keeps tests for another `leaseMs`. @returns the ids that are still this worker's */
export async function renewTests(db: Database, ids: readonly string[], leaseMs: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'template-test-renew',
    text: `UPDATE testes_template SET lease_ate = now() + $2 * interval '1 millisecond'
           WHERE id = ANY($1::uuid[]) AND status = 'executando' RETURNING id`,
    values: [ids, leaseMs],
  });
  return rows.map(({ id }) => id);
}

/** What a test has been billed so far: stands there whatever becomes of the test. */
export async function saveSpent(db: Database, id: string, uso: UsoTeste, custoUsd: number): Promise<void> {
  await db
    .within(INSTALACAO)
    .testeTemplate.updateMany({ where: { id }, data: { uso, custoUsd: custoUsd.toFixed(8) } });
}

/** Ends a test that is still this worker's. `resultado` null: it came to nothing. */
export async function finishTest(
  db: Database,
  id: string,
  end: { motivo: string | null; resultado: ResultadoTeste | null; uso: UsoTeste; custoUsd: number },
): Promise<void> {
  await db.query({
    name: 'template-test-finish',
    text: `UPDATE testes_template SET status = CASE WHEN $2::text IS NULL THEN 'concluido' ELSE 'erro' END, motivo = $2,
             resultado = $3::jsonb, uso = $4::jsonb, custo_usd = $5, lease_ate = NULL, terminado_em = now()
           WHERE id = $1 AND status = 'executando'`,
    values: [
      id,
      end.motivo,
      end.resultado === null ? null : JSON.stringify(end.resultado),
      JSON.stringify(end.uso),
      end.custoUsd.toFixed(8),
    ],
  });
}

/** Ends tests that were cut short by the worker's own end. */
export async function interruptTests(db: Database, ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'template-test-interrupt',
    text: `UPDATE testes_template SET status = 'erro', motivo = $2, lease_ate = NULL, terminado_em = now()
           WHERE id = ANY($1::uuid[]) AND status = 'executando'`,
    values: [ids, INTERROMPIDO],
  });
}

/** The saved version to compare with, and the values that its parameters have in the call's project. */
export async function loadSavedVersion(
  db: Database,
  test: Pick<ClaimedTest, 'empresaId' | 'projetoId' | 'templateId' | 'versaoSalva'>,
): Promise<(JudgedTemplate & { versaoId: string }) | null> {
  const { rows } = await db.query<JudgedTemplate & { versaoId: string }>({
    name: 'template-test-saved',
    text: `SELECT v.id AS "versaoId", v.prompt_template AS "promptTemplate",
             v.parametros_obrigatorios AS "parametrosObrigatorios", v.parametros_opcionais AS "parametrosOpcionais",
             v.modelo_llm AS "modeloLlm", v.max_tokens AS "maxTokens", v.temperature,
             v.threshold_confianca AS "thresholdConfianca", v.formato_saida AS "formatoSaida", v.criterios,
             coalesce(l.parametros, '{}') AS parametros
           FROM insight_template_versoes v
           LEFT JOIN projeto_insight_templates l ON l.insight_template_id = v.template_id AND l.projeto_id = $4
           WHERE v.template_id = $1 AND v.versao = $2 AND v.empresa_id = $3`,
    values: [test.templateId, test.versaoSalva, test.empresaId, test.projetoId],
  });
  return rows[0] ?? null;
}

/** What the call's analysis in force says by a version, with what it cost. */
export type CurrentInsight = {
  status: LadoTeste['status'];
  motivo: string | null;
  modelo: string | null;
  parametrosOmitidos: string[];
  resultado: InsightResultado | null;
  resumo: string | null;
  pontuacao: number | null;
  scoreConfianca: number | null;
  alertas: AlertaIdentificado[];
  semEvidencia: boolean;
  tags: string[];
  quotes: Quote[];
  chamadas: number;
  tokensEntrada: number;
  tokensSaida: number;
  custoUsd: number | null;
};

/** The call's insight in force by this very version over this very transcript; null without one. */
export async function loadCurrentInsight(
  db: Database,
  test: Pick<ClaimedTest, 'empresaId' | 'itemId' | 'resultadoId'>,
  versaoId: string,
): Promise<CurrentInsight | null> {
  const { rows } = await db.query<CurrentInsight>({
    name: 'template-test-insight',
    text: `SELECT g.status_processamento AS status, g.motivo, g.modelo, g.parametros_omitidos AS "parametrosOmitidos",
             g.resultado, g.resumo, g.pontuacao, g.score_confianca AS "scoreConfianca",
             g.alertas_identificados AS alertas, g.sem_evidencia AS "semEvidencia", g.tags,
             coalesce((SELECT json_agg(json_build_object('criterio', e.criterio, 'citacao', e.citacao,
               'verificada', e.verificada, 'sentencaOrdem', e.sentenca_ordem, 'canal', e.canal, 'startMs', e.start_ms,
               'endMs', e.end_ms) ORDER BY e.ordem) FROM evidencias e WHERE e.insight_id = g.id), '[]') AS quotes,
             c.chamadas, c.entrada AS "tokensEntrada", c.saida AS "tokensSaida", c.usd AS "custoUsd"
           FROM insights g
           JOIN auditoria_resultados r ON r.id = $4 AND r.execucao_id = g.execucao_id
           LEFT JOIN LATERAL (
             SELECT count(DISTINCT p.id)::int AS chamadas,
               coalesce(sum(k.quantidade) FILTER (WHERE k.unidade = 'token_entrada'), 0)::int AS entrada,
               coalesce(sum(k.quantidade) FILTER (WHERE k.unidade = 'token_saida'), 0)::int AS saida,
               sum(k.total_usd)::float8 AS usd
             FROM chamadas_provedor p LEFT JOIN linhas_custo k ON k.chamada_id = p.id AND k.execucao_id = p.execucao_id
             WHERE p.execucao_id = g.execucao_id AND p.etapa = 'negocio'
               AND p.chave IN ('template:' || $3::text, 'template:' || $3::text || ':reparo')
           ) c ON true
           WHERE g.item_id = $1 AND g.empresa_id = $2 AND g.template_versao_id = $3::uuid
             AND g.status_processamento = 'concluido' LIMIT 1`,
    values: [test.itemId, test.empresaId, versaoId, test.resultadoId],
  });
  return rows[0] ?? null;
}
