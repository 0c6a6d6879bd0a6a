import type { Db } from '@escuta/prisma/db';
import { saveReviewedScores } from '@escuta/shared/services/insights/insight-scores';
import type { StageRun } from '../../engine/stage.ts';
import { type InsightJulgado, judgedText } from './insight-carry.ts';

type Row = InsightJulgado & { id: string; execucaoId: string };

const EARLIER_MAX = 200;

/**
 * Copies people's verdicts and comments from an item's earlier insights to equal insights of the ending run about the
 * same recording. Marks the earlier insights, so that the work counts once. Runs after the new insights came into
 * force, so that a concurrent verdict is copied or finds its insight replaced.
 * @returns numbers of insights that received work, and of earlier insights whose work was not copied
 */
export async function carryHumanWork(
  tx: Db,
  run: Pick<StageRun, 'itemId' | 'execucaoId' | 'arquivoPath'>,
): Promise<{ levados: number; ficam: number }> {
  const { rows: earlier } = await tx.query<Row>({
    name: 'carry_earlier',
    text: `${INSIGHTS}
           join execucao_etapas a on a.execucao_id = g.execucao_id and a.etapa = 'audio'
             and a.saida ->> 'arquivoPath' = $3
           where g.item_id = $1 and g.execucao_id <> $2 and g.levado_para is null
             and (g.validado_humano or exists (select 1 from insight_comentarios c where c.insight_id = g.id))
           order by g.created_at desc, g.id desc limit ${EARLIER_MAX}`,
    values: [run.itemId, run.execucaoId, run.arquivoPath],
  });
  if (earlier.length === 0) return { levados: 0, ficam: 0 };
  const { rows: own } = await tx.query<Row>({
    name: 'carry_own',
    text: `${INSIGHTS} where g.execucao_id = $1`,
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

const INSIGHTS = `select g.id, g.execucao_id as "execucaoId", v.template_id as "templateId",
    g.status_processamento::text as status, g.motivo, g.resultado, g.alertas_identificados as alertas, coalesce((
      select json_agg(json_build_object('criterio', e.criterio, 'citacao', e.citacao, 'verificada', e.verificada))
      from evidencias e where e.insight_id = g.id), '[]') as evidencias
  from insights g join insight_template_versoes v on v.id = g.template_versao_id`;

async function move(tx: Db, pairs: readonly { de: string; para: string }[]): Promise<void> {
  const values = [pairs.map(({ de }) => de), pairs.map(({ para }) => para)];
  await tx.query({
    name: 'carry_verdicts',
    text: `with base as materialized (
             select gen_random_uuid() as novo_id, p.para, r.*
             from unnest($1::uuid[], $2::uuid[]) as p (de, para)
             join insight_revisoes r on r.insight_id = p.de and r.desfeita_em is null
           ), copias as (
             insert into insight_revisoes (id, empresa_id, insight_id, usuario_id, veredito, motivo, observacoes,
               revisao_ms,
               inteiro, em_vigor, created_at)
             select novo_id, empresa_id, para, usuario_id, veredito, motivo, observacoes, revisao_ms, inteiro, em_vigor,
               created_at
             from base
           )
           insert into insight_revisao_criterios (revisao_id, empresa_id, criterio, atendido_ia, atendido_pessoa,
             comprovado)
           select b.novo_id, c.empresa_id, c.criterio, c.atendido_ia, c.atendido_pessoa, c.comprovado
           from insight_revisao_criterios c join base b on b.id = c.revisao_id`,
    values,
  });
  await tx.query({
    name: 'carry_comments',
    text: `insert into insight_comentarios (id, empresa_id, insight_id, usuario_id, texto, created_at)
           select gen_random_uuid(), c.empresa_id, p.para, c.usuario_id, c.texto, c.created_at
           from unnest($1::uuid[], $2::uuid[]) as p (de, para) join insight_comentarios c on c.insight_id = p.de`,
    values,
  });
  await tx.query({
    name: 'carry_columns',
    text: `update insights n set validado_humano = o.validado_humano, veredito = o.veredito,
             motivo_rejeicao = o.motivo_rejeicao, observacoes = o.observacoes, validado_por = o.validado_por,
             validado_em = o.validado_em, revisao_ms = o.revisao_ms, updated_at = now()
           from unnest($1::uuid[], $2::uuid[]) as p (de, para) join insights o on o.id = p.de
           where n.id = p.para`,
    values,
  });
  await saveReviewedScores(tx, values[1] ?? []);
  await tx.query({
    name: 'carry_mark',
    text: `update insights o set levado_para = p.para from unnest($1::uuid[], $2::uuid[]) as p (de, para)
      where o.id = p.de`,
    values,
  });
}
