// SQL: a rule over accounts of two companies determines who may be assigned to a ticket.

import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { WORKS_IN_OFFICE_TEXT } from '@escuta/shared/platform/database/conditions/field-only';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { inScope } from '@escuta/shared/platform/database/sql';

export type PersonRow = { id: string; nome: string | null; email: string; papel: Papel };

/**
 * Accounts that may be assigned tickets of company $1 in scope $2: active accounts of the company, or of
 * administrators.
 */
const ASSIGNABLE = `from membros m join usuarios u on u.id = m.usuario_id join empresas e on e.id = m.empresa_id
  where ${inScope('$2', '$1')} and (m.empresa_id = $1 or m.papel = 'admin')
    and m.ativo and m.senha_hash is not null and e.ativa and e.arquivada_em is null and ${WORKS_IN_OFFICE_TEXT}`;

/**
 * People who may be assigned a company's tickets, by name, the company's own first, at most 50. `q`: part of name or
 * e-mail, or an id.
 */
export async function listAssignable(
  db: Db,
  scope: Scope,
  filter: { empresaId: string; q?: string | undefined },
): Promise<PersonRow[]> {
  const { rows } = await db.query<PersonRow>({
    name: 'tickets_assignable',
    text: `select u.id, u.nome, u.email, (array_agg(m.papel order by (m.empresa_id = $1) desc))[1] as papel
      ${ASSIGNABLE}
        and ($3::text is null
          or escuta_normaliza(coalesce(u.nome, '') || ' ' || u.email) like '%' || escuta_normaliza($3) || '%'
          or u.id::text = lower($4))
      group by u.id, u.nome, u.email
      order by bool_or(m.empresa_id = $1) desc, lower(coalesce(u.nome, u.email)), u.id limit 50`,
    values: [filter.empresaId, empresaIdOf(scope), filter.q ? escapeLike(filter.q) : null, filter.q ?? null],
  });
  return rows;
}

/** Name or e-mail of a person who may be assigned the company's tickets; else null. */
export async function findAssignable(
  db: Db,
  scope: Scope,
  empresaId: string,
  usuarioId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ nome: string }>(
    `select coalesce(u.nome, u.email) as nome ${ASSIGNABLE} and u.id = $3 limit 1`,
    [empresaId, empresaIdOf(scope), usuarioId],
  );
  return rows[0]?.nome ?? null;
}

/** Name, else e-mail, of a person with an account in the scope. */
export async function findPersonName(db: Db, scope: Scope, usuarioId: string): Promise<string | null> {
  const { rows } = await db.query<{ nome: string }>(
    `select coalesce(u.nome, u.email) as nome from usuarios u where u.id = $1
       and exists (select from membros m where m.usuario_id = u.id and ${inScope('$2', 'm.empresa_id')})`,
    [usuarioId, empresaIdOf(scope)],
  );
  return rows[0]?.nome ?? null;
}

export type Addressee = { usuario_id: string; email: string };

/**
 * Recipients of a message, without its author. The operator's message goes to the ticket's author, the assignee and the
 * managers; the company's goes to the assignee, else to the administrators.
 */
export async function listOtherSide(
  db: Db,
  scope: Scope,
  ticket: {
    empresaId: string;
    atribuidoPara: string | null;
    criadoPor: string | null;
    autorId: string | null;
    doOperador: boolean;
  },
): Promise<Addressee[]> {
  const holder = ticket.atribuidoPara === ticket.autorId ? null : ticket.atribuidoPara;
  const { rows } = await db.query<Addressee>({
    name: 'tickets_other_side',
    text: `select u.id as usuario_id, u.email ${ASSIGNABLE}
        and case when $6 then m.empresa_id = $1 and (m.papel = 'gerente' or u.id = $3::uuid or u.id = $5::uuid)
          when $3::uuid is not null then u.id = $3 else m.papel = 'admin' end
        and ($4::uuid is null or u.id <> $4)
      group by u.id, u.email order by coalesce(u.id = $3, false) desc, u.id limit ${MAX_ADDRESSEES}`,
    values: [
      ticket.empresaId,
      empresaIdOf(scope),
      holder,
      ticket.autorId,
      ticket.criadoPor,
      ticket.doOperador,
    ],
  });
  return rows;
}

/** Greatest number of managers mailed on a change. */
const MAX_ADDRESSEES = 100;

/** Recipients of a change: the company's active managers and the assignee, without the actor. */
export async function listAddressees(
  db: Db,
  scope: Scope,
  ticket: { empresaId: string; atribuidoPara: string | null; autorId: string | null },
): Promise<Addressee[]> {
  const { rows } = await db.query<Addressee>({
    name: 'tickets_addressees',
    text: `select u.id as usuario_id, u.email ${ASSIGNABLE}
      and (u.id = $3::uuid or (m.empresa_id = $1 and m.papel = 'gerente')) and ($4::uuid is null or u.id <> $4)
      group by u.id, u.email
      order by coalesce(u.id = $3, false) desc, u.id limit ${MAX_ADDRESSEES}`,
    values: [ticket.empresaId, empresaIdOf(scope), ticket.atribuidoPara, ticket.autorId],
  });
  return rows;
}
