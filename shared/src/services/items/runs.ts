/** SQL: parts of statements by which runs change an item's state. Only recording.ts, remove.ts and erase.ts also do. */
import { RUN_IS_OF_PRESENT } from '../../platform/database/conditions/present-recording.ts';

/**
 * SQL by which an item enters a run.
 * @param from relation with a row if the run was created
 * @param id parameter with the item's id
 */
export const itemEntersRun = (from: string, id: string): string =>
  `update auditoria_itens i set status = 'processando', motivo = null, updated_at = now() from ${from}
    where i.id = ${id}`;

/**
 * SQL by which an item leaves an ended run.
 * @param from relation with a row if the run ended
 * @param id, status, motivo parameters with the item's new values
 */
export const itemLeavesRun = (
  from: string,
  { id, status, motivo }: { id: string; status: string; motivo: string },
): string =>
  `update auditoria_itens i set status = ${status}::status_processamento, motivo = ${motivo}, updated_at = now()
   from ${from} where i.id = ${id}`;

/**
 * Gives items of discarded runs (withdrawn, or outside the sample) the state of their other runs of the present
 * recording.
 * @param from relation of discarded runs (`item_id`, `id`)
 * @param motivo reason if no other run ended; null: the reason of the last other run outside the sample
 */
export const itemsForgetRuns = (from: string, motivo = 'null::text'): string =>
  `update auditoria_itens i set updated_at = now(), motivo = antes.motivo, status = antes.status::status_processamento
   from (select i.id, coalesce(ultima.status, 'pendente') as status,
       case when ultima.status is not null then ultima.motivo else coalesce(${motivo}, (select x.motivo from execucoes x
         where x.item_id = i.id and x.id <> n.id and x.status = 'ignorada' and x.codigo_motivo
           is distinct from 'retirada'
           and ${RUN_IS_OF_PRESENT} order by x.created_at desc, x.id desc limit 1)) end as motivo
     from ${from} n join auditoria_itens i on i.id = n.item_id left join lateral (
       select case x.status when 'concluida' then 'concluido' else 'erro' end as status,
         case when x.status = 'concluida' then null else x.motivo end as motivo
       from execucoes x where x.item_id = i.id and x.id <> n.id and x.status in ('concluida', 'erro')
         and i.arquivo_path is not null and ${RUN_IS_OF_PRESENT}
       order by x.created_at desc, x.id desc limit 1) ultima on true) antes
   where i.id = antes.id`;
