// SQL: who may hold a ticket is a rule over accounts of two companies, searched by normalised text; who is told, and by whom, is read in the
// transaction of what happened.

import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { inScope } from '@escuta/shared/platform/database/sql';

export type PersonRow = { id: string; nome: string | null; email: string; papel: Papel };

/**
 * Accounts whose person may hold a ticket of company $1, which the scope $2 holds: somebody signs in with them, there or
 * as an administrator.
 */
const ASSIGNABLE = `from membros m join usuarios u on u.id = m.usuario_id join empresas e on e.id = m.empresa_id
  where ${inScope('$2', '$1')} and (m.empresa_id = $1 or m.papel = 'admin')
    and m.ativo and m.senha_hash is not null and e.ativa and e.arquivada_em is null`;

/** People who may hold a ticket of a company, by name: its own first. At most 50. `q`: part of name or e-mail, or an id. */
export async function listAssignable(
  db: Db,
  scope: Scope,
  filter: { empresaId: string; q?: string | undefined },
): Promise<PersonRow[]> {
  const { rows } = await db.query<PersonRow>({
    name: 'tickets-assignable',
    text: `select u.id, u.nome, u.email, (array_agg(m.papel order by (m.empresa_id = $1) desc))[1] as papel
      ${ASSIGNABLE}
        and ($3::text is null or escuta_normaliza(coalesce(u.nome, '') || ' ' || u.email) like '%' || escuta_normaliza($3) || '%'
          or u.id::text = lower($4))
      group by u.id, u.nome, u.email
      order by bool_or(m.empresa_id = $1) desc, lower(coalesce(u.nome, u.email)), u.id limit 50`,
    values: [filter.empresaId, empresaIdOf(scope), filter.q ? escapeLike(filter.q) : null, filter.q ?? null],
  });
  return rows;
}

/** The name (or e-mail) of a person who may hold a ticket of the company; null for anybody else. */
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

/** The name of a person with an account in the scope, or their e-mail where there is none. */
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
 * Whom words in a ticket are told to. The operator's: who opened it, its holder and the managers, of the company. The
 * company's: the holder, else the administrators of the installation. Never the one who wrote.
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
    name: 'tickets-other-side',
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

/** Most managers that one change is told to. */
const MAX_ADDRESSEES = 100;

/**
 * Whom a change of a ticket is told to: the company's managers in use and the ticket's holder, each once, and never the
 * one who acted.
 */
export async function listAddressees(
  db: Db,
  scope: Scope,
  ticket: { empresaId: string; atribuidoPara: string | null; autorId: string | null },
): Promise<Addressee[]> {
  const { rows } = await db.query<Addressee>({
    name: 'tickets-addressees',
    text: `select u.id as usuario_id, u.email ${ASSIGNABLE} and (u.id = $3::uuid or (m.empresa_id = $1 and m.papel = 'gerente')) and ($4::uuid is null or u.id <> $4)
      group by u.id, u.email
      order by coalesce(u.id = $3, false) desc, u.id limit ${MAX_ADDRESSEES}`,
    values: [ticket.empresaId, empresaIdOf(scope), ticket.atribuidoPara, ticket.autorId],
  });
  return rows;
}
