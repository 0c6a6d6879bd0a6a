// SQL: one statement assigns thousands of calls, which a filter finds and which are locked in id order.

import type { Db } from '@escuta/prisma/db';
import { RESPONSAVEIS_MAX } from '@escuta/shared/contracts/team/atribuicoes';
import type { Selecao } from '@escuta/shared/domain/filters/filtro';
import type { Scope } from '@escuta/shared/domain/scope';
import { WORKS_IN_OFFICE } from '@escuta/shared/platform/database/conditions/field-only';
import { selectionSql } from '@escuta/shared/platform/database/conditions/filter';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { all, inScope, int, param, sql, when } from '@escuta/shared/platform/database/sql';

export async function listPeople(db: Db, scope: Scope, empresaId: string, q: string | undefined) {
  const term = when(q, (value) => {
    const part = param(`%${escapeLike(value)}%`);
    return sql`(u.nome ilike ${part} or u.email ilike ${part} or u.id::text = lower(${value}))`;
  });
  const { rows } = await db.sql<{ id: string; nome: string; email: string }>(
    sql`select u.id, coalesce(nullif(u.nome, ''), u.email) as nome, u.email
      from membros m join usuarios u on u.id = m.usuario_id
      where ${all([
        sql`m.empresa_id = ${empresaId}`,
        inScope(scope, sql`m.empresa_id`),
        sql`m.ativo`,
        WORKS_IN_OFFICE,
        term,
      ])}
      order by 2, 1 limit ${int(RESPONSAVEIS_MAX)}`,
  );
  return rows;
}

/**
 * True if a person's account may use a company; null if the person has no account in the company. Locks the account.
 */
export async function lockAccess(
  db: Db,
  scope: Scope,
  empresaId: string,
  usuarioId: string,
): Promise<boolean | null> {
  const { rows } = await db.sql<{ ativo: boolean }>(
    sql`select m.ativo and ${WORKS_IN_OFFICE} as ativo from membros m where m.empresa_id = ${empresaId}
      and m.usuario_id = ${usuarioId}
      and ${inScope(scope, sql`m.empresa_id`)} for share of m`,
  );
  return rows[0]?.ativo ?? null;
}

/** The ids of chosen calls of a project, at most `limit`, without erased ones. */
export async function findChosen(
  db: Db,
  scope: Scope,
  projetoId: string,
  selecao: Selecao,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select i.id from auditoria_itens i where ${all([
      sql`i.projeto_id = ${projetoId}`,
      inScope(scope, sql`i.empresa_id`),
      sql`i.dados_apagados_em is null`,
      selectionSql(selecao),
    ])} limit ${int(limit)}`,
  );
  return rows.map(({ id }) => id);
}

/** Assigns calls to a person. @returns the number of calls whose assignee changed */
export async function giveTo(
  db: Db,
  scope: Scope,
  to: { ids: string[]; empresaId: string; usuarioId: string | null; por: string; assignmentId: string },
): Promise<number> {
  const { ids, empresaId, usuarioId, por, assignmentId } = to;
  // Locks the calls first, in id order as a bulk deletion does, which prevents deadlocks.
  await db.sql(
    sql`select from auditoria_itens where id = any(${ids}::uuid[]) and empresa_id = ${empresaId}
      and ${inScope(scope, sql`empresa_id`)} order by id for key share`,
  );
  const changed = await db.sql(
    sql`insert into item_atribuicoes as t (item_id, empresa_id, usuario_id, atribuido_por, lote_id)
      select i.id, i.empresa_id, ${usuarioId}::uuid, ${por}::uuid, ${assignmentId}::uuid from auditoria_itens i
      where i.id = any(${ids}::uuid[]) and i.empresa_id = ${empresaId} and ${inScope(scope, sql`i.empresa_id`)}
        -- Nobody's are nobody's without a row.
        and (${usuarioId}::uuid is not null or exists (
          select from item_atribuicoes a where a.item_id = i.id and a.usuario_id is not null))
      order by i.id
      on conflict (item_id) do update set usuario_id = excluded.usuario_id, atribuido_por = excluded.atribuido_por,
        atribuido_em = now(), lote_id = excluded.lote_id, anterior_id = t.usuario_id
      where t.usuario_id is distinct from excluded.usuario_id`,
  );
  return changed.rowCount ?? 0;
}

/**
 * Gives calls back to the assignees that the calls had before an assignment, except to people who have lost access.
 * `por`: only if this person made the assignment; null: whoever made it.
 * @returns number of calls
 */
export async function giveBack(
  db: Db,
  scope: Scope,
  { projetoId, assignmentId, por }: { projetoId: string; assignmentId: string; por: string | null },
): Promise<number> {
  const changed = await db.sql(
    sql`with deles as (
        select t.item_id from item_atribuicoes t join auditoria_itens i on i.id = t.item_id
        where t.lote_id = ${assignmentId} and t.atribuido_por = coalesce(${por}::uuid, t.atribuido_por)
          and i.projeto_id = ${projetoId}
          and ${inScope(scope, sql`t.empresa_id`)}
        order by t.item_id for update of t
      )
      update item_atribuicoes t set atribuido_em = now(), lote_id = null, anterior_id = null,
        usuario_id = (select m.usuario_id from membros m where m.empresa_id = t.empresa_id
          and m.usuario_id = t.anterior_id and m.ativo)
      from deles where t.item_id = deles.item_id`,
  );
  return changed.rowCount ?? 0;
}
