/**
 * SQL: how a run moves its item. Fragments, since each stands in the one statement that moves the run too (runs/create, the engine's
 * finishRun, withdrawn bulk runs): status is written nowhere else but here and in recording.ts, remove.ts and erase.ts.
 */

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
   FROM (SELECT a.id, coalesce(ultima.status, 'pendente') AS status,
       CASE WHEN ultima.status IS NOT NULL THEN ultima.motivo ELSE coalesce(${motivo}, (SELECT o.motivo FROM execucoes o
         WHERE o.item_id = a.id AND o.id <> x.id AND o.status = 'ignorada' AND o.codigo_motivo IS DISTINCT FROM 'retirada'
           AND o.created_at > coalesce(a.arquivo_recebido_em, '-infinity') ORDER BY o.created_at DESC, o.id DESC LIMIT 1)) END AS motivo
     FROM ${from} x JOIN auditoria_itens a ON a.id = x.item_id LEFT JOIN LATERAL (
       SELECT CASE o.status WHEN 'concluida' THEN 'concluido' ELSE 'erro' END AS status,
         CASE WHEN o.status = 'concluida' THEN NULL ELSE o.motivo END AS motivo
       FROM execucoes o WHERE o.item_id = a.id AND o.id <> x.id AND o.status IN ('concluida', 'erro')
         AND a.arquivo_path IS NOT NULL AND o.created_at > coalesce(a.arquivo_recebido_em, '-infinity')
       ORDER BY o.created_at DESC, o.id DESC LIMIT 1) ultima ON true) antes
   WHERE i.id = antes.id`;
