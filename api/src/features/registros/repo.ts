// SQL: a list of a table that only grows, made of the filters in force so that one of its indices fits.

import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { escapeLike } from '@escuta/shared/node/like';
import { all, companyOnly, type Days, ofScope, onDays, type Sql, sql, when } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';

export type RegistroRow = {
  id: string;
  acao: string;
  recurso: string;
  recurso_id: string | null;
  detalhes: Record<string, unknown>;
  empresa_id: string | null;
  /** Null when the company is gone. */
  empresa_nome: string | null;
  usuario_id: string | null;
  /** Null when the person is gone. */
  usuario_email: string | null;
  endereco_ip: string | null;
  request_id: string | null;
  created_at: Date;
};

export type RegistroFilter = Days & {
  acao: string | undefined;
  empresaId: string | undefined;
  /** Part of the e-mail of who did it. */
  q: string | undefined;
  page: number;
  limit: number;
};

/** People that a part of an e-mail stands for; beyond these the text says too little to search by. */
const MAX_PEOPLE = 1000;

/** People whose e-mail has this part; within a company only those with an account there. */
async function findPeople(db: Queryable, scope: Scope, q: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'registros_pessoas',
    text: `select u.id from usuarios u where u.email like '%' || lower($1) || '%'
        and ${companyOnly('$2', 'exists (select from membros m where m.usuario_id = u.id and m.empresa_id = $2)')}
      order by u.email limit ${MAX_PEOPLE}`,
    values: [escapeLike(q), empresaIdOf(scope)],
  });
  return rows.map(({ id }) => id);
}

/**
 * The conditions that were given, and no others: each combination is a plain statement of its own, for which PostgreSQL
 * takes the index that fits (company, action, person or time).
 */
function conditionsOf(scope: Scope, filter: RegistroFilter, people: readonly string[] | null): Sql {
  return all([
    ofScope(scope, sql`r.empresa_id`),
    when(filter.empresaId, (id) => sql`r.empresa_id = ${id}::uuid`),
    when(filter.acao, (acao) => sql`r.acao = ${acao}`),
    onDays(sql`r.created_at`, filter),
    when(people, (ids) => sql`r.usuario_id = any (${ids}::uuid[])`),
  ]);
}

/** A page of the audit log within the scope, newest first, and how many match, counted up to `countLimit` + 1. */
export async function listRegistros(
  db: Queryable,
  scope: Scope,
  filter: RegistroFilter,
  countLimit: number,
): Promise<{ rows: RegistroRow[]; counted: number }> {
  // Asked for first: PostgreSQL takes the right index for ids that it knows, not for those of a subquery.
  const people = filter.q ? await findPeople(db, scope, filter.q) : null;
  const where = conditionsOf(scope, filter, people);
  // Names are joined for the page's rows alone.
  const page = await db.query<RegistroRow>(
    sql`with pagina as (
       select * from registros_acesso r where ${where}
       order by r.created_at desc, r.id desc limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}
     )
     select r.id, r.acao, r.recurso, r.recurso_id, r.detalhes, r.empresa_id, e.nome as empresa_nome, r.usuario_id,
       u.email as usuario_email, r.endereco_ip, r.request_id, r.created_at
     from pagina r left join empresas e on e.id = r.empresa_id left join usuarios u on u.id = r.usuario_id
     order by r.created_at desc, r.id desc`.statement(),
  );
  const count = await db.query<{ n: number }>(
    sql`select count(*)::int as n from (select from registros_acesso r where ${where} limit ${countLimit + 1}) achados`.statement(),
  );
  return { rows: page.rows, counted: count.rows[0]?.n ?? 0 };
}
