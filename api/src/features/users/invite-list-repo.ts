// SQL: accounts are opened as a set in e-mail order, which prevents deadlocks.

import type { Db } from '@escuta/prisma/db';
import { companyScope, empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';

/** Locks a questionnaire and returns its company; null outside the scope. */
export async function lockQuestionario(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ empresaId: string } | null> {
  const { rows } = await db.sql<{ empresaId: string }>(
    sql`select empresa_id as "empresaId" from questionarios
      where id = ${id}::uuid and ${inScope(scope, sql`empresa_id`)} for no key update`,
  );
  return rows[0] ?? null;
}

/** A company's data that an invitation shows. */
export async function findInviter(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ empresa: string; cnpj: string; arquivada: boolean } | null> {
  const { rows } = await db.query<{ empresa: string; cnpj: string; arquivada: boolean }>(
    `select nome as empresa, cnpj, arquivada_em is not null as arquivada from empresas
     where id = $1 and ${inScope('$2', 'id')}`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

export type ContaRow = { usuarioId: string; email: string; ativo: boolean; convite: boolean };

export async function findAccountsOf(
  db: Db,
  empresaId: string,
  emails: readonly string[],
): Promise<ContaRow[]> {
  const { rows } = await db.sql<ContaRow>(
    sql`select u.id as "usuarioId", u.email, m.ativo, m.senha_hash is null as convite
      from usuarios u join membros m on m.usuario_id = u.id
      where u.email = any (${[...emails]}::text[]) and m.empresa_id = ${empresaId}::uuid`,
  );
  return rows;
}

/**
 * Opens accounts (usuario) in a company for people without one; new people get the name.
 * @returns the opened accounts
 */
export async function openAccounts(
  db: Db,
  empresaId: string,
  people: readonly { nome: string; email: string }[],
): Promise<{ membroId: string; usuarioId: string; email: string }[]> {
  const sorted = people.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const emails = sorted.map(({ email }) => email);
  // The update without change locks each person against concurrent deletion of their last account.
  await db.sql(
    sql`insert into usuarios (id, email, nome)
      select * from unnest(${sorted.map(() => newId())}::uuid[], ${emails}::text[],
        ${sorted.map(({ nome }) => nome)}::text[])
      on conflict (email) do update set email = excluded.email`,
  );
  const { rows } = await db.sql<{ membroId: string; usuarioId: string; email: string }>(
    sql`with novos as (
        insert into membros (id, empresa_id, usuario_id, papel)
        select n.id, ${empresaId}::uuid, u.id, 'usuario' from unnest(${sorted.map(() => newId())}::uuid[],
          ${emails}::text[]) as n (id, email)
          join usuarios u on u.email = n.email
        on conflict (empresa_id, usuario_id) do nothing returning id, usuario_id
      )
      select n.id as "membroId", u.id as "usuarioId", u.email from novos n join usuarios u on u.id = n.usuario_id
      order by u.email`,
  );
  return rows;
}

/** The people on a locked questionnaire's list; empty without list. */
export async function listColetores(
  db: Db,
  { id: questionarioId, empresaId }: { id: string; empresaId: string },
): Promise<string[]> {
  const rows = await db.within(companyScope(empresaId)).questionarioColetor.findMany({
    where: { questionarioId, empresaId },
    select: { usuarioId: true },
  });
  return rows.map(({ usuarioId }) => usuarioId);
}

/** Adds people to a locked questionnaire's list. */
export async function addColetores(
  db: Db,
  { id, empresaId }: { id: string; empresaId: string },
  usuarioIds: readonly string[],
): Promise<void> {
  await db.sql(
    sql`insert into questionario_coletores (questionario_id, usuario_id, empresa_id)
      select ${id}::uuid, u.id, ${empresaId}::uuid from unnest(${[...usuarioIds]}::uuid[]) as u (id)`,
  );
}
