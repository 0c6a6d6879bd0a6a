/** SQL: an item's state changes by runs. Only this file, recording.ts, remove.ts and erase.ts write the status. */
import { RUN_IS_OF_PRESENT } from '../../platform/database/conditions/present-recording.ts';

/** An item enters a run. @param from relation with a row if the run was created @param id the item's parameter */
export const itemEntersRun = (from: string, id: string): string =>
  `UPDATE auditoria_itens i SET status = 'processando', motivo = NULL, updated_at = now() FROM ${from} WHERE i.id = ${id}`;

/**
 * An item leaves an ended run with its status and reason.
 * @param from relation with a row if the run ended @param id, status, motivo parameters
 */
export const itemLeavesRun = (
  from: string,
  { id, status, motivo }: { id: string; status: string; motivo: string },
): string =>
  `UPDATE auditoria_itens i SET status = ${status}::status_processamento, motivo = ${motivo}, updated_at = now()
   FROM ${from} WHERE i.id = ${id}`;

/**
 * Returns items to the state by their other runs of the present recording, when a run is discarded (withdrawn, or
 * outside the sample).
 * @param from relation of discarded runs (`item_id`, `id`)
 * @param motivo reason if no other run ended; else that of the last one outside the sample
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
