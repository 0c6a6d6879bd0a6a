// Raw SQL instead of Prisma, because all verdicts of a run come into force together, at the end of the run.

import type { Db } from '@escuta/prisma/db';
import { companyScope } from '@escuta/shared/domain/scope';
import { settleCorrections } from '@escuta/shared/services/runs/copy';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';
import { requestRejudge } from '@escuta/shared/services/verdicts/interview-rejudge';
import type { StageRun } from '../../engine/stage.ts';

type EmVigor = { entrevistaId: string; resultadoId: string | null };

export type TrabalhoLevado = {
  /** False if the confrontation was switched off, so that no verdict is in force. */
  confrontada: boolean;
  vereditos: { levados: number; ficam: number };
  correcoes: { levadas: number; ficam: number };
};

/**
 * Puts a run's cells into force, and copies to them people's verdicts about the same recording, question and typed
 * answer. A run without cells leaves none in force. Returns null if the item is not an interview.
 */
export async function publishCells(
  tx: Db,
  run: Pick<StageRun, 'execucaoId' | 'empresaId' | 'itemId' | 'arquivoPath' | 'resultadoId'>,
): Promise<TrabalhoLevado | null> {
  const { rows: interviews } = await tx.query<EmVigor>({
    name: 'publish_interview',
    text: `select i.entrevista_id as "entrevistaId", (
             select r.id from confrontos c join auditoria_resultados r on r.execucao_id = c.execucao_id
             where c.entrevista_id = i.entrevista_id and c.vigente and c.execucao_id <> $2 limit 1) as "resultadoId"
           from auditoria_itens i where i.id = $1 and i.entrevista_id is not null`,
    values: [run.itemId, run.execucaoId],
  });
  const [interview] = interviews;
  if (!interview) return null;
  const { entrevistaId } = interview;
  // Locks old cells before reading them, so that a concurrent verdict is copied or finds its cell replaced.
  const { rows: retired } = await tx.query<{ id: string }>({
    name: 'publish_old',
    text: `update confrontos set vigente = false, updated_at = now()
           where entrevista_id = $1 and vigente and execucao_id <> $2 returning id`,
    values: [entrevistaId, run.execucaoId],
  });
  const old = retired.length > 0 ? retired : await lastInForce(tx, entrevistaId, run.execucaoId);
  const vereditos = await carryVerdicts(
    tx,
    run,
    old.map(({ id }) => id),
  );
  const { rowCount: cells } = await tx.query({
    name: 'publish_new',
    text: `update confrontos set vigente = true, updated_at = now() where execucao_id = $1 and not vigente`,
    values: [run.execucaoId],
  });
  await saveMatrixRow(tx, entrevistaId);
  const correcoes = run.resultadoId
    ? await settleCorrections(tx, {
        itemId: run.itemId,
        arquivoPath: run.arquivoPath,
        de: interview.resultadoId ?? (await findLastResult(tx, run)),
        para: run.resultadoId,
      })
    : { levadas: 0, ficam: 0 };
  // Undone corrections count, too, because this run may have used them before they were undone.
  const { empresaId, itemId } = run;
  const corrected = await tx
    .within(companyScope(empresaId))
    .sentencaCorrecao.findFirst({ where: { empresaId, itemId }, select: { id: true } });
  if (corrected) await requestRejudge(tx, { empresaId, entrevistaId });
  return { confrontada: Boolean(cells), vereditos, correcoes };
}

/** The newest finished result that another run made of the item's recording. */
export async function findLastResult(
  tx: Db,
  { itemId, arquivoPath, execucaoId }: Pick<StageRun, 'itemId' | 'arquivoPath' | 'execucaoId'>,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'publish_last_result',
    text: `select r.id from auditoria_resultados r
           join execucao_etapas a on a.execucao_id = r.execucao_id and a.etapa = 'audio'
             and a.saida ->> 'arquivoPath' = $3
           where r.item_id = $1 and r.status_processamento = 'concluido' and r.execucao_id <> $2
           order by r.created_at desc, r.id desc limit 1`,
    values: [itemId, execucaoId, arquivoPath],
  });
  return rows[0]?.id ?? null;
}

async function lastInForce(tx: Db, entrevistaId: string, execucaoId: string): Promise<{ id: string }[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'publish_last',
    text: `select c.id from confrontos c where c.entrevista_id = $1 and c.execucao_id = (
             select x.id from confrontos o join execucoes x on x.id = o.execucao_id
             where o.entrevista_id = $1 and x.id <> $2 and x.status = 'concluida'
             order by x.terminada_em desc nulls last, x.id desc limit 1)`,
    values: [entrevistaId, execucaoId],
  });
  return rows;
}

async function carryVerdicts(
  tx: Db,
  run: Pick<StageRun, 'execucaoId' | 'arquivoPath'>,
  old: readonly string[],
): Promise<{ levados: number; ficam: number }> {
  const { rows } = await tx.query<{ de: string; para: string | null }>({
    name: 'verdicts_carry_pairs',
    text: `select o.id as de, n.id as para from confrontos o
           left join execucao_etapas a on a.execucao_id = o.execucao_id and a.etapa = 'audio'
           left join confrontos n on n.execucao_id = $2 and n.pergunta_id = o.pergunta_id
             and n.digitado is not distinct from o.digitado and a.saida ->> 'arquivoPath' = $3
           where o.id = any ($1::uuid[]) and o.veredito_pessoa is not null`,
    values: [old, run.execucaoId, run.arquivoPath],
  });
  const pairs = rows.filter((row): row is { de: string; para: string } => row.para !== null);
  if (pairs.length > 0) {
    const values = [pairs.map(({ de }) => de), pairs.map(({ para }) => para)];
    await tx.query({
      name: 'verdicts_carry',
      text: `with base as materialized (
               select gen_random_uuid() as novo_id, p.para, r.* from unnest($1::uuid[], $2::uuid[]) as p (de, para)
               join confronto_revisoes r on r.confronto_id = p.de and r.em_vigor
             ), marcadas as (
               update confronto_revisoes o set levada_para = b.novo_id from base b where o.id = b.id
             )
             insert into confronto_revisoes (id, empresa_id, confronto_id, usuario_id, veredito_ia, veredito, motivo,
               observacao,
               created_at)
             select novo_id, empresa_id, para, usuario_id, veredito_ia, veredito, motivo, observacao, created_at
               from base`,
      values,
    });
    await tx.query({
      name: 'verdicts_carry_cells',
      text: `update confrontos n set veredito_pessoa = o.veredito_pessoa, revisado_por = o.revisado_por,
               revisado_em = o.revisado_em
             from unnest($1::uuid[], $2::uuid[]) as p (de, para) join confrontos o on o.id = p.de where n.id = p.para`,
      values,
    });
  }
  return { levados: pairs.length, ficam: rows.length - pairs.length };
}
