// SQL: the statements read a person's notifications in the signed-in company; for an administrator also those of other
// companies.

import type { Db } from '@escuta/prisma/db';
import type { Scope } from '@escuta/shared/domain/scope';
import { toVerify } from '@escuta/shared/platform/database/conditions/given-work';
import { idOf, inScope, sql } from '@escuta/shared/platform/database/sql';

export type NotificacaoRow = {
  id: string;
  tipo: string;
  dados: unknown;
  lida: boolean;
  lugar: unknown;
  regra: unknown;
  pesquisa: unknown;
  created_at: Date;
};

const own = (scope: Scope, usuarioId: string) =>
  sql`n.usuario_id = ${usuarioId} and ${inScope(scope, sql`n.empresa_id`)}`;

/** The rule of notification `n`, the number of calls in the groups that `n` announces, and their agent if only one. */
const REGRA = sql`case when n.tipo = 'regra_disparou' then (
    select json_build_object('id', r.id, 'nome', r.nome, 'ligacoes', g.ligacoes,
      'agente', (select json_build_object('id', a.id, 'nome', a.nome) from agentes a where a.id = g.agente
        and a.empresa_id = r.empresa_id))
    from regras r cross join lateral (
      select coalesce(sum(d.n), 0)::int as ligacoes, case when count(distinct d.agente_id) = 1
        and sum(d.sem_agente) = 0 then min(d.agente_id::text)::uuid end as agente
      from regra_grupos g cross join lateral (
        select d.agente_id, count(*)::int as n, (d.agente_id is null)::int as sem_agente
        from (select coalesce(b.fundido_em_id, d.agente_id) as agente_id from regra_disparos d
          left join agentes b on b.id = d.agente_id
          where d.grupo_id = g.id and d.item_id is not null limit 1000) d group by d.agente_id) d
      where g.regra_id = r.id
        and g.inicio >= coalesce((n.dados ->> 'desde')::timestamptz, n.created_at) - interval '1 second'
        and g.inicio <= n.created_at) g
    where r.id = ${idOf(sql`n.dados ->> 'regra_id'`)} and r.empresa_id = n.empresa_id) end`;

/** The survey of notification `n` on assigned work, with the number of interviews still to verify. */
const PESQUISA = sql`case when n.tipo in ('sinal_indicado', 'verificacao_atribuida') then (
    select json_build_object('id', q.id, 'titulo', q.titulo,
      'n', case when n.tipo = 'verificacao_atribuida' then ${toVerify(sql`n.usuario_id`, sql`q.id`)} end)
    from pesquisas q where q.id = ${idOf(sql`n.dados ->> 'pesquisa_id'`)} and q.empresa_id = n.empresa_id) end`;

/** A person's newest notifications, and the number of unread ones, up to `countLimit`. */
export async function listNotificacoes(
  db: Db,
  scope: Scope,
  usuarioId: string,
  limits: { limit: number; countLimit: number },
): Promise<{ rows: NotificacaoRow[]; naoLidas: number }> {
  const { rows } = await db.sql<NotificacaoRow>(
    sql`select n.id, n.tipo, n.dados, n.lida_em is not null as lida, n.created_at,
        case when m.id is not null then json_build_object('tipo', 'importacao', 'id', m.id, 'projeto_id', m.projeto_id,
          'nome', m.nome,
            'simulacao', coalesce(t.resultado -> 'simulada' = 'true'::jsonb, false))
          when g.id is not null then json_build_object('tipo', 'lote_gravacoes', 'id', g.id, 'projeto_id', g.projeto_id)
          when r.projeto_id is not null then json_build_object('tipo', 'preparo', 'id', r.id, 'projeto_id',
            r.projeto_id) end as lugar,
        ${REGRA} as regra, ${PESQUISA} as pesquisa
      from notificacoes n
        left join tarefas t on n.tipo = 'tarefa_encerrada' and t.id = ${idOf(sql`n.dados ->> 'alvo_id'`)}
        left join importacoes m on m.id = ${idOf(sql`t.parametros ->> 'importacaoId'`)} and m.empresa_id = t.empresa_id
        left join lotes_gravacao g on g.id = ${idOf(sql`t.parametros ->> 'loteId'`)} and g.empresa_id = t.empresa_id
        left join auditoria_preparos r on r.id = ${idOf(sql`t.parametros ->> 'preparoId'`)}
          and r.empresa_id = t.empresa_id
      where ${own(scope, usuarioId)} order by n.created_at desc, n.id desc limit ${limits.limit}`,
    'notificacoes_lista',
  );
  const count = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from (select from notificacoes n
      where ${own(scope, usuarioId)} and n.lida_em is null limit ${limits.countLimit}) as achadas`,
    'notificacoes_conta',
  );
  return { rows, naoLidas: count.rows[0]?.n ?? 0 };
}

/** Marks the given notifications of a person (`ids` null: all) as read; earlier marks stay. */
export async function markRead(
  db: Db,
  scope: Scope,
  usuarioId: string,
  ids: readonly string[] | null,
): Promise<void> {
  const named = ids === null ? sql`true` : sql`n.id = any(${ids}::uuid[])`;
  await db.sql(
    sql`update notificacoes n set lida_em = now()
      where ${own(scope, usuarioId)} and n.lida_em is null and ${named}`,
  );
}
