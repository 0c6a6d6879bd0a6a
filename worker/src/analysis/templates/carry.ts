import type { Db } from '@escuta/prisma/db';
import { saveReviewedScores } from '@escuta/shared/services/insights/insight-scores';
import type { StageRun } from '../../engine/stage.ts';
import { type InsightJulgado, judgedText } from './insight-carry.ts';

type Row = InsightJulgado & { id: string; execucaoId: string };

const EARLIER_MAX = 200;

/**
 * Carries people's verdicts and comments from an item's earlier insights to equal ones of the run now ending
 * (domain/insights/insight-carry.ts), among runs about the same recording. The earlier insight is marked, so that the
 * work counts once. It runs after the new insights came into force: a concurrent verdict is carried along, or learns
 * that its insight was replaced.
 * @returns the number of insights that received work, and of earlier ones left behind
 */
export async function carryHumanWork(
  tx: Db,
  run: Pick<StageRun, 'itemId' | 'execucaoId' | 'arquivoPath'>,
): Promise<{ levados: number; ficam: number }> {
  const { rows: earlier } = await tx.query<Row>({
    name: 'carry-earlier',
    text: `${INSIGHTS}
           JOIN execucao_etapas a ON a.execucao_id = g.execucao_id AND a.etapa = 'audio'
             AND a.saida ->> 'arquivoPath' = $3
           WHERE g.item_id = $1 AND g.execucao_id <> $2 AND g.levado_para IS NULL
             AND (g.validado_humano OR EXISTS (SELECT 1 FROM insight_comentarios c WHERE c.insight_id = g.id))
           ORDER BY g.created_at DESC, g.id DESC LIMIT ${EARLIER_MAX}`,
    values: [run.itemId, run.execucaoId, run.arquivoPath],
  });
  if (earlier.length === 0) return { levados: 0, ficam: 0 };
  const { rows: own } = await tx.query<Row>({
    name: 'carry-own',
    text: `${INSIGHTS} WHERE g.execucao_id = $1`,
    values: [run.execucaoId],
  });
  const pairs: { de: string; para: string }[] = [];
  for (const insight of own) {
    const text = judgedText(insight);
    const match = earlier.find((before) => judgedText(before) === text);
    if (match) pairs.push({ de: match.id, para: insight.id });
  }
  if (pairs.length > 0) await move(tx, pairs);
  return { levados: pairs.length, ficam: earlier.length - pairs.length };
}

const INSIGHTS = `SELECT g.id, g.execucao_id AS "execucaoId", v.template_id AS "templateId",
    g.status_processamento::text AS status, g.motivo, g.resultado, g.alertas_identificados AS alertas, coalesce((
      SELECT json_agg(json_build_object('criterio', e.criterio, 'citacao', e.citacao, 'verificada', e.verificada))
      FROM evidencias e WHERE e.insight_id = g.id), '[]') AS evidencias
  FROM insights g JOIN insight_template_versoes v ON v.id = g.template_versao_id`;

/** Copies verdicts and comments, with author and date; marks their destination. */
async function move(tx: Db, pairs: readonly { de: string; para: string }[]): Promise<void> {
  const values = [pairs.map(({ de }) => de), pairs.map(({ para }) => para)];
  await tx.query({
    name: 'carry-verdicts',
    text: `WITH base AS MATERIALIZED (
             SELECT gen_random_uuid() AS novo_id, p.para, r.*
             FROM unnest($1::uuid[], $2::uuid[]) AS p (de, para)
             JOIN insight_revisoes r ON r.insight_id = p.de AND r.desfeita_em IS NULL
           ), copias AS (
             INSERT INTO insight_revisoes (id, empresa_id, insight_id, usuario_id, veredito, motivo, observacoes, revisao_ms,
               inteiro, em_vigor, created_at)
             SELECT novo_id, empresa_id, para, usuario_id, veredito, motivo, observacoes, revisao_ms, inteiro, em_vigor,
               created_at
             FROM base
           )
           INSERT INTO insight_revisao_criterios (revisao_id, empresa_id, criterio, atendido_ia, atendido_pessoa, comprovado)
           SELECT b.novo_id, c.empresa_id, c.criterio, c.atendido_ia, c.atendido_pessoa, c.comprovado
           FROM insight_revisao_criterios c JOIN base b ON b.id = c.revisao_id`,
    values,
  });
  await tx.query({
    name: 'carry-comments',
    text: `INSERT INTO insight_comentarios (id, empresa_id, insight_id, usuario_id, texto, created_at)
           SELECT gen_random_uuid(), c.empresa_id, p.para, c.usuario_id, c.texto, c.created_at
           FROM unnest($1::uuid[], $2::uuid[]) AS p (de, para) JOIN insight_comentarios c ON c.insight_id = p.de`,
    values,
  });
  await tx.query({
    name: 'carry-columns',
    text: `UPDATE insights n SET validado_humano = o.validado_humano, veredito = o.veredito,
             motivo_rejeicao = o.motivo_rejeicao, observacoes = o.observacoes, validado_por = o.validado_por,
             validado_em = o.validado_em, revisao_ms = o.revisao_ms, updated_at = now()
           FROM unnest($1::uuid[], $2::uuid[]) AS p (de, para) JOIN insights o ON o.id = p.de
           WHERE n.id = p.para`,
    values,
  });
  await saveReviewedScores(tx, values[1] ?? []);
  await tx.query({
    name: 'carry-mark',
    text: `UPDATE insights o SET levado_para = p.para FROM unnest($1::uuid[], $2::uuid[]) AS p (de, para) WHERE o.id = p.de`,
    values,
  });
}
