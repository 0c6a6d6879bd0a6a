/**
 * SQL: how a run moves its item. Fragments, since each stands in the one statement that moves the run too (runs/create, the engine's
 * finishRun, withdrawn bulk runs): status is written nowhere else but here and in recording.ts, remove.ts and erase.ts.
 */
import { RUN_IS_OF_PRESENT } from '../../platform/database/conditions/present-recording.ts';

/** An item enters a run. @param from the relation that yields a row where the run was made @param id the item's parameter */
export const itemEntersRun = (from: string, id: string): string =>
  `UPDATE auditoria_itens i SET status = 'processando', motivo = NULL, updated_at = now() FROM ${from} WHERE i.id = ${id}`;

/**
 * An item leaves a run that ended with this status and reason.
 * @param from the relation that yields a row where the run ended @param id, status, motivo parameters
 */
export const itemLeavesRun = (
  from: string,
  { id, status, motivo }: { id: string; status: string; motivo: string },
): string =>
  `UPDATE auditoria_itens i SET status = ${status}::status_processamento, motivo = ${motivo}, updated_at = now()
   FROM ${from} WHERE i.id = ${id}`;

/**
 * Items return to the state that their other runs of the present recording say, because a run never was (it was withdrawn, or not drawn
 * by the sampling). An analysis of a former recording says nothing about this sound.
 * @param from the relation of runs (`item_id`, `id`) that never were
 * @param motivo the reason to show where no other run ended; else that of the last one that was not drawn
 */
export const itemsForgetRuns = (from: string, motivo = 'NULL::text'): string =>
  `UPDATE auditoria_itens i SET updated_at = now(), motivo = antes.motivo, status = antes.status::status_processamento
   FROM (SELECT i.id, coalesce(ultima.status, 'pendente') AS status,
       CASE WHEN ultima.status IS NOT NULL THEN ultima.motivo ELSE coalesce(${motivo}, (SELECT x.motivo FROM execucoes x
         WHERE x.item_id = i.id AND x.id <> n.id AND x.status = 'ignorada' AND x.codigo_motivo IS DISTINCT FROM 'retirada'
           AND ${RUN_IS_OF_PRESENT} ORDER BY x.created_at DESC, x.id DESC LIMIT 1)) END AS motivo
     FROM ${from} n JOIN auditoria_itens i ON i.id = n.item_id LEFT JOIN LATERAL (
       SELECT CASE x.status WHEN 'concluida' THEN 'concluido' ELSE 'erro' END AS status,
         CASE WHEN x.status = 'concluida' THEN NULL ELSE x.motivo END AS motivo
       FROM execucoes x WHERE x.item_id = i.id AND x.id <> n.id AND x.status IN ('concluida', 'erro')
         AND i.arquivo_path IS NOT NULL AND ${RUN_IS_OF_PRESENT}
       ORDER BY x.created_at DESC, x.id DESC LIMIT 1) ultima ON true) antes
   WHERE i.id = antes.id`;
