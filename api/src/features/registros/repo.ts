// SQL: an append-only table is listed by a query that is built from the given filters, so that an index fits.

import type { Database, Db } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_REGISTRO } from '@escuta/shared/domain/filters/lists/log';
import type { Scope } from '@escuta/shared/domain/scope';
import { ACTOR_NAME, actorJoins } from '@escuta/shared/platform/database/conditions/actor';
import { all, inScope, sql, when } from '@escuta/shared/platform/database/sql';
import { actionConditions, findPeople } from '@escuta/shared/services/lists/records';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type RegistroRow = {
  id: string;
  acao: string;
  recurso: string;
  recurso_id: string | null;
  detalhes: Record<string, unknown>;
  empresa_id: string | null;
  /** Null if the company was deleted. */
  empresa_nome: string | null;
  usuario_id: string | null;
  /** Null if the person was deleted, and for the operator's staff if a company reads the log. */
  usuario_email: string | null;
  quem: string | null;
  endereco_ip: string | null;
  request_id: string | null;
  created_at: Date;
};

export type RegistroFilter = Pedidos<typeof FILTROS_REGISTRO> & PageAsked;

/** True for a company in the scope, even a deleted one that a log still names. */
export async function isKnownCompany(db: Db, scope: Scope, empresaId: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 where ${inScope(scope, sql`${empresaId}::uuid`)} and (exists (select from empresas e
      where e.id = ${empresaId}::uuid)
      or exists (select from acessos a where a.empresa_id = ${empresaId}::uuid)
      or exists (select from registros_acesso r where r.empresa_id = ${empresaId}::uuid))`,
    'registros_empresa',
  );
  return rowCount === 1;
}

/** A page of the audit log in the scope, newest first, counted up to CONTADOS. */
export async function listRegistros(
  db: Database,
  scope: Scope,
  filter: RegistroFilter,
): Promise<Page<RegistroRow>> {
  // A separate query finds the people, because PostgreSQL picks the right index for known ids, but not for a subquery.
  const people = filter.q ? await findPeople(db, scope, filter.q) : null;
  const where = all([
    actionConditions(scope, filter),
    when(people, (ids) => sql`r.usuario_id = any (${ids}::uuid[])`),
  ]);
  const found = sql`registros_acesso r where ${where}`;
  return pageOf<RegistroRow>(
    db,
    filter,
    // Joins names for the page's rows only.
    (window) => sql`with pagina as (select * from ${found} order by r.created_at desc, r.id desc ${window})
     select r.id, r.acao, r.recurso, r.recurso_id, r.detalhes, r.empresa_id, e.nome as empresa_nome,
       case when not operador.sim then r.usuario_id end as usuario_id, case
         when not operador.sim then u.email end as usuario_email,
       ${ACTOR_NAME} as quem, case when not operador.sim then r.endereco_ip end as endereco_ip, r.request_id,
       r.created_at
     from pagina r left join empresas e on e.id = r.empresa_id ${actorJoins(scope)}
     order by r.created_at desc, r.id desc`,
    found,
    { cap: CONTADOS },
  );
}
