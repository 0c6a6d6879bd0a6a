import type { Db } from '@escuta/prisma/db';

/** Key of an export's file: a new key per attempt, so that no file is half overwritten. */
export const exportKey = (empresaId: string, tarefaId: string, versao: number): string =>
  `${empresaId}/exportacoes/${tarefaId}-${versao}`;

/** True if task `t` exports the project, audit, survey or company of item `i`, by filter or by ids that include `i`. */
const HOLDS = `t.empresa_id = i.empresa_id and t.tipo = 'exportar' and t.parametros -> 'pedido' ->> 'tipo' <> 'usuarios'
  and coalesce(t.parametros -> 'pedido' -> 'selecao' -> 'ids' ? i.id::text, true)
  and case t.parametros -> 'pedido' -> 'alvo' ->> 'tipo' when 'projeto' then i.projeto_id
    when 'auditoria' then i.auditoria_id
    when 'pesquisa' then (select e.pesquisa_id from entrevistas e where e.id = i.entrevista_id) else i.empresa_id
    end::text = t.parametros -> 'pedido' -> 'alvo' ->> 'id'`;

/** Schedules deletion of exported files that may contain an item, in the erasing transaction; returns their keys. */
export async function forgetExports(db: Db, itemId: string): Promise<string[]> {
  await db.query({
    name: 'exports_hold',
    text: `select from tarefas t join auditoria_itens i on i.id = $1 where ${HOLDS}
           and t.status in ('pendente', 'executando') order by t.id for update of t`,
    values: [itemId],
  });
  // A separate statement sees the changes that the lock waited for.
  await db.query({
    name: 'exports_again',
    text: `update tarefas t set versao = t.versao + 1, lease_ate = now() - interval '1 millisecond', feito = 0,
             tentativas = greatest(0, t.tentativas - 1)
           from auditoria_itens i where i.id = $1 and ${HOLDS} and t.status = 'executando' and t.resultado is null`,
    values: [itemId],
  });
  const { rows } = await db.query<{ chave: string }>({
    name: 'exports_forget',
    text: `with fora as (
             update tarefas t set resultado = jsonb_set(t.resultado, '{ate}',
               to_jsonb(to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
             from auditoria_itens i where i.id = $1 and ${HOLDS} and (t.resultado ->> 'ate')::timestamptz > now()
             returning t.id, t.empresa_id)
           update objetos_pendentes o set apagar_em = now() from fora
           where o.empresa_id = fora.empresa_id
             and starts_with(o.chave, fora.empresa_id || '/exportacoes/' || fora.id || '-')
           returning o.chave`,
    values: [itemId],
  });
  return rows.map(({ chave }) => chave);
}
