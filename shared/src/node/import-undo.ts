/** Why a call that an import made stays when the import is undone: somebody worked with it. SQL over `auditoria_itens i`; null: nothing keeps it. */
import { literal } from './sql.ts';

export const RAZAO_DE_FICAR = literal(`case
  when i.dados_apagados_em is not null then 'apagada'
  when exists (select from insights n where n.item_id = i.id and (n.validado_humano
    or exists (select from insight_comentarios c where c.insight_id = n.id))) then 'revisada'
  when exists (select from execucoes x where x.item_id = i.id) or exists (select from auditoria_resultados r where r.item_id = i.id)
    or exists (select from insights n where n.item_id = i.id) then 'processada'
  when i.arquivo_path is not null then 'gravacao'
  when exists (select from item_atribuicoes a where a.item_id = i.id and a.usuario_id is not null) then 'atribuida'
  when i.status <> 'pendente' or i.updated_at > i.created_at then 'alterada'
end`);
