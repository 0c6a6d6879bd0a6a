// Raw SQL: verdicts come into force as a set, with the end of their run.

import type { Db } from '@escuta/prisma/db';
import { companyScope } from '@escuta/shared/domain/scope';
import { settleCorrections } from '@escuta/shared/services/runs/copy';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';
import { requestRejudge } from '@escuta/shared/services/verdicts/interview-rejudge';
import type { StageRun } from '../../engine/stage.ts';

type EmVigor = { entrevistaId: string; resultadoId: string | null };

export type TrabalhoLevado = {
  /** False: the confrontation was switched off, and no verdict is in force. */
  confrontada: boolean;
  vereditos: { levados: number; ficam: number };
  correcoes: { levadas: number; ficam: number };
};

/**
 * Puts a run's cells into force, with people's verdicts on equal recording, question and typed answer. Without
 * confrontation none is in force. Null for other items.
 */
export async function publishCells(
  tx: Db,
  run: Pick<StageRun, 'execucaoId' | 'empresaId' | 'itemId' | 'arquivoPath' | 'resultadoId'>,
): Promise<TrabalhoLevado | null> {
  const { rows: interviews } = await tx.query<EmVigor>({
    name: 'publish-interview',
    text: `SELECT i.entrevista_id AS "entrevistaId", coalesce((
             SELECT r.id FROM confrontos c JOIN auditoria_resultados r ON r.execucao_id = c.execucao_id
             WHERE c.entrevista_id = i.entrevista_id AND c.vigente AND c.execucao_id <> $2 LIMIT 1
           ), (
             SELECT r.id FROM auditoria_resultados r
             JOIN execucao_etapas a ON a.execucao_id = r.execucao_id AND a.etapa = 'audio' AND a.saida ->> 'arquivoPath' = $3
             WHERE r.item_id = i.id AND r.status_processamento = 'concluido'
               AND r.execucao_id <> $2 ORDER BY r.created_at DESC, r.id DESC LIMIT 1)) AS "resultadoId"
           FROM auditoria_itens i WHERE i.id = $1 AND i.entrevista_id IS NOT NULL`,
    values: [run.itemId, run.execucaoId, run.arquivoPath],
  });
  const [interview] = interviews;
  if (!interview) return null;
  const { entrevistaId } = interview;
  // Locked before reading: a concurrent verdict is carried along, or finds its cell replaced.
  const { rows: retired } = await tx.query<{ id: string }>({
    name: 'publish-old',
    text: `UPDATE confrontos SET vigente = false, updated_at = now()
           WHERE entrevista_id = $1 AND vigente AND execucao_id <> $2 RETURNING id`,
    values: [entrevistaId, run.execucaoId],
  });
  const old = retired.length > 0 ? retired : await lastInForce(tx, entrevistaId, run.execucaoId);
  const vereditos = await carryVerdicts(
    tx,
    run,
    old.map(({ id }) => id),
  );
  const { rowCount: cells } = await tx.query({
    name: 'publish-new',
    text: `UPDATE confrontos SET vigente = true, updated_at = now() WHERE execucao_id = $1 AND NOT vigente`,
    values: [run.execucaoId],
  });
  await saveMatrixRow(tx, entrevistaId);
  const correcoes = run.resultadoId
    ? await settleCorrections(tx, {
        itemId: run.itemId,
        arquivoPath: run.arquivoPath,
        de: interview.resultadoId,
        para: run.resultadoId,
      })
    : { levadas: 0, ficam: 0 };
  // Corrections in force, and those undone while this run was based on them.
  const { empresaId, itemId } = run;
  const corrected = await tx
    .within(companyScope(empresaId))
    .sentencaCorrecao.findFirst({ where: { empresaId, itemId }, select: { id: true } });
  if (corrected) await requestRejudge(tx, { empresaId, entrevistaId });
  return { confrontada: Boolean(cells), vereditos, correcoes };
}

/** Finds the cells last in force, if none are now. */
async function lastInForce(tx: Db, entrevistaId: string, execucaoId: string): Promise<{ id: string }[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'publish-last',
    text: `SELECT c.id FROM confrontos c WHERE c.entrevista_id = $1 AND c.execucao_id = (
             SELECT x.id FROM confrontos o JOIN execucoes x ON x.id = o.execucao_id
             WHERE o.entrevista_id = $1 AND x.id <> $2 AND x.status = 'concluida'
             ORDER BY x.terminada_em DESC NULLS LAST, x.id DESC LIMIT 1)`,
    values: [entrevistaId, execucaoId],
  });
  return rows;
}

/** Copies people's verdicts in force onto a run's cells. */
async function carryVerdicts(
  tx: Db,
  run: Pick<StageRun, 'execucaoId' | 'arquivoPath'>,
  old: readonly string[],
): Promise<{ levados: number; ficam: number }> {
  const { rows } = await tx.query<{ de: string; para: string | null }>({
    name: 'verdicts-carry-pairs',
    text: `SELECT o.id AS de, n.id AS para FROM confrontos o
           LEFT JOIN execucao_etapas a ON a.execucao_id = o.execucao_id AND a.etapa = 'audio'
           LEFT JOIN confrontos n ON n.execucao_id = $2 AND n.pergunta_id = o.pergunta_id
             AND n.digitado IS NOT DISTINCT FROM o.digitado AND a.saida ->> 'arquivoPath' = $3
           WHERE o.id = ANY ($1::uuid[]) AND o.veredito_pessoa IS NOT NULL`,
    values: [old, run.execucaoId, run.arquivoPath],
  });
  const pairs = rows.filter((row): row is { de: string; para: string } => row.para !== null);
  if (pairs.length > 0) {
    const values = [pairs.map(({ de }) => de), pairs.map(({ para }) => para)];
    await tx.query({
      name: 'verdicts-carry',
      text: `WITH base AS MATERIALIZED (
               SELECT gen_random_uuid() AS novo_id, p.para, r.* FROM unnest($1::uuid[], $2::uuid[]) AS p (de, para)
               JOIN confronto_revisoes r ON r.confronto_id = p.de AND r.em_vigor
             ), marcadas AS (
               UPDATE confronto_revisoes o SET levada_para = b.novo_id FROM base b WHERE o.id = b.id
             )
             INSERT INTO confronto_revisoes (id, empresa_id, confronto_id, usuario_id, veredito_ia, veredito, motivo, observacao,
               created_at)
             SELECT novo_id, empresa_id, para, usuario_id, veredito_ia, veredito, motivo, observacao, created_at FROM base`,
      values,
    });
    await tx.query({
      name: 'verdicts-carry-cells',
      text: `UPDATE confrontos n SET veredito_pessoa = o.veredito_pessoa, revisado_por = o.revisado_por,
               revisado_em = o.revisado_em
             FROM unnest($1::uuid[], $2::uuid[]) AS p (de, para) JOIN confrontos o ON o.id = p.de WHERE n.id = p.para`,
      values,
    });
  }
  return { levados: pairs.length, ficam: rows.length - pairs.length };
}
