/** SQL on `auditoria_itens i`: strongest reason of RAZOES_DE_FICAR (domain/life/item.ts) why an undo keeps an item. */
import { literal, type Sql } from '../../platform/database/sql.ts';

const ERASED = `when i.dados_apagados_em is not null then 'apagada'`;
const REVIEWED = `when exists (select from insights n where n.item_id = i.id and (n.validado_humano
    or exists (select from insight_comentarios c where c.insight_id = n.id))) then 'revisada'`;
const ASSIGNED = `when exists (select from item_atribuicoes a where a.item_id = i.id
  and a.usuario_id is not null) then 'atribuida'`;

/** SQL: reason why the undo of an import keeps a call; null: the undo deletes the call. */
export const RAZAO_DE_FICAR: Sql = literal(`case ${ERASED} ${REVIEWED}
  when exists (select from execucoes x where x.item_id = i.id and x.status <> 'ignorada') or exists (select
    from auditoria_resultados r where r.item_id = i.id)
    or exists (select from insights n where n.item_id = i.id) then 'processada'
  when i.arquivo_path is not null then 'gravacao' ${ASSIGNED}
  when i.status <> 'pendente' or i.updated_at > i.created_at then 'alterada' end`);

/** SQL: reason why a recording batch's undo keeps a call; null: deletes it. Read before detaching recordings. */
export const RAZAO_DE_FICAR_NO_LOTE: Sql = literal(`case ${ERASED} ${REVIEWED}
  when exists (select from execucoes x where x.item_id = i.id and x.status <> 'ignorada') or exists (select
    from auditoria_resultados r where r.item_id = i.id)
    or exists (select from insights n where n.item_id = i.id) then 'processada' ${ASSIGNED}
  when i.status <> 'pendente' or i.updated_at > i.arquivo_recebido_em then 'alterada' end`);
