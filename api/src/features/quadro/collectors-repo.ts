// SQL: a list of people is replaced as a whole under its questionnaire's lock.

import type { Db } from '@escuta/prisma/db';
import type { Coletores } from '@escuta/shared/contracts/surveys/quadro';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, sql } from '@escuta/shared/platform/database/sql';

const NOME = sql`coalesce(u.nome, u.email, 'Conta excluída')`;

/** The people who may collect with a questionnaire, and the other people of its company; null outside the scope. */
export async function readColetores(
  db: Db,
  scope: Scope,
  id: string,
  limit: number,
): Promise<Coletores | null> {
  const { rows } = await db.sql<Coletores>(
    sql`select coalesce((select json_agg(json_build_object('id', l.usuario_id, 'nome', ${NOME}, 'situacao',
            case when m.id is null then 'excluido' when not m.ativo then 'inativo'
              when m.senha_hash is null then 'convidado'
              else 'ativo' end) order by escuta_normaliza(${NOME}), l.usuario_id)
          from questionario_coletores l left join usuarios u on u.id = l.usuario_id
            left join membros m on m.usuario_id = l.usuario_id and m.empresa_id = q.empresa_id
          where l.questionario_id = q.id), '[]') as coletores,
        coalesce((select json_agg(json_build_object('id', o.id, 'nome', o.nome)) from (
          select u.id, ${NOME} as nome from membros m join usuarios u on u.id = m.usuario_id
          where m.empresa_id = q.empresa_id and m.ativo
            and not exists (select from questionario_coletores l where l.questionario_id = q.id and l.usuario_id = u.id)
          order by escuta_normaliza(${NOME}), u.id limit ${limit}) o), '[]') as outros
      from questionarios q where q.id = ${id}::uuid and ${inScope(scope, sql`q.empresa_id`)}`,
    'coletores',
  );
  return rows[0] ?? null;
}

/** Number of the given people who have an account in the company or are on the questionnaire's list. */
export async function countKnown(
  db: Db,
  questionario: { id: string; empresaId: string },
  ids: readonly string[],
): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from unnest(${[...ids]}::uuid[]) as i (id)
      where exists (select from membros m where m.empresa_id = ${questionario.empresaId}::uuid and m.usuario_id = i.id)
        or exists (select from questionario_coletores l where l.questionario_id = ${questionario.id}::uuid
          and l.usuario_id = i.id)`,
  );
  return rows[0]?.n ?? 0;
}

export async function replaceColetores(
  db: Db,
  questionario: { id: string; empresaId: string },
  ids: readonly string[],
): Promise<void> {
  await db.sql(
    sql`delete from questionario_coletores where questionario_id = ${questionario.id}::uuid
      and usuario_id <> all (${[...ids]}::uuid[])`,
  );
  await db.sql(
    sql`insert into questionario_coletores (questionario_id, usuario_id, empresa_id)
      select ${questionario.id}::uuid, i.id, ${questionario.empresaId}::uuid from unnest(${[...ids]}::uuid[]) as i (id)
      on conflict do nothing`,
  );
}
