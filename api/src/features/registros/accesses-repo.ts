// SQL: an append-only table is listed by a query that is built from the given filters, so that an index fits.

import type { Database, Db } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_ACESSO } from '@escuta/shared/domain/filters/lists/log';
import type { AlvoAcesso, TipoAcesso } from '@escuta/shared/domain/log/accesses';
import type { Scope } from '@escuta/shared/domain/scope';
import { ACTOR_NAME, actorJoins } from '@escuta/shared/platform/database/conditions/actor';
import { all, inScope, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import {
  ACCESSED_NAME,
  accessConditions,
  accessedJoins,
  findPeople,
  lengthOf,
} from '@escuta/shared/services/lists/records';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type AcessoRow = {
  id: string;
  tipo: TipoAcesso;
  alvo_tipo: AlvoAcesso;
  alvo_id: string;
  alvo_nome: string | null;
  quem: string | null;
  via: string;
  administrador: boolean;
  empresa_id: string;
  /** Null if the company was deleted. */
  empresa_nome: string | null;
  primeiro_em: Date;
  ultimo_em: Date;
  endereco_ip: string | null;
  enviado: number;
  tamanho: number | null;
  ouvido_ms: number;
};

export type AcessoFilter = Pedidos<typeof FILTROS_ACESSO> & PageAsked;

/** A page of rows, newest first, counted up to CONTADOS. */
function listOf(db: Database, scope: Scope, where: Sql, asked: PageAsked): Promise<Page<AcessoRow>> {
  const found = sql`acessos r where ${where}`;
  return pageOf<AcessoRow>(
    db,
    asked,
    // Joins names for the page's rows only.
    (window) => sql`with pagina as (select * from ${found} order by r.primeiro_em desc, r.id desc ${window})
     select r.id, r.tipo, r.alvo_tipo, r.alvo_id, ${ACCESSED_NAME} as alvo_nome, ${ACTOR_NAME} as quem, r.via,
     r.administrador,
       r.empresa_id, e.nome as empresa_nome, r.primeiro_em, r.ultimo_em, case
         when not operador.sim then r.endereco_ip end as endereco_ip,
       ${lengthOf(sql`r.enviado`)} as enviado, r.tamanho::float8 as tamanho, ${lengthOf(sql`r.ouvido`)} as ouvido_ms
     from pagina r left join empresas e on e.id = r.empresa_id ${actorJoins(scope)} ${accessedJoins}
     order by r.primeiro_em desc, r.id desc`,
    found,
    { cap: CONTADOS },
  );
}

/** A page of the log of accesses in the scope. */
export async function listAcessos(db: Database, scope: Scope, filter: AcessoFilter) {
  // A separate query finds the people, because PostgreSQL picks the right index for known ids, but not for a subquery.
  const people = filter.q ? await findPeople(db, scope, filter.q) : null;
  const where = all([
    accessConditions(scope, filter),
    when(people, (ids) => sql`r.usuario_id = any (${ids}::uuid[])`),
  ]);
  return listOf(db, scope, where, filter);
}

/** A page of the accesses to the given things (`ids`) of a company; the caller checks the scope. */
export function listAcessosDe(db: Database, scope: Scope, { empresaId, ids }: Accessed, asked: PageAsked) {
  const where = sql`r.alvo_id = any (${ids}::uuid[]) and r.empresa_id = ${empresaId}::uuid`;
  return listOf(db, scope, where, asked);
}

/** The company of an accessed thing, and the ids under which accesses to the thing are logged. */
export type Accessed = { empresaId: string; ids: string[] };

/** Ids of an item and of the interview that it records; null outside the scope. */
export async function findItemAcessado(db: Db, scope: Scope, id: string): Promise<Accessed | null> {
  const { rows } = await db.sql<Accessed>(
    sql`select i.empresa_id as "empresaId", array_remove(array[i.id, i.entrevista_id], null) as ids
      from auditoria_itens i
      where i.id = ${id}::uuid and ${inScope(scope, sql`i.empresa_id`)}`,
    'acessos_item',
  );
  return rows[0] ?? null;
}

/** Ids of an interview and of its recordings' items; null outside the scope. */
export async function findEntrevistaAcessada(db: Db, scope: Scope, id: string): Promise<Accessed | null> {
  const { rows } = await db.sql<Accessed>(
    sql`select v.empresa_id as "empresaId",
        array[v.id] || array(select i.id from auditoria_itens i where i.entrevista_id = v.id) as ids from entrevistas v
      where v.id = ${id}::uuid and ${inScope(scope, sql`v.empresa_id`)}`,
    'acessos_entrevista',
  );
  return rows[0] ?? null;
}
