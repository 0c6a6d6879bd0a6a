// SQL: a lock keeps concurrent equal requests from being stored twice; the list is searched by normalised text.

import type { Database, Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_LEAD } from '@escuta/shared/domain/filters/lists/accounts';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { lock } from '@escuta/shared/platform/database/locks';
import { all, literal, param, sql } from '@escuta/shared/platform/database/sql';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type LeadRow = {
  id: string;
  nome: string;
  email: string;
  telefone: string;
  plano: string | null;
  atendido_em: Date | null;
  atendido_por: string | null;
  created_at: Date;
};

const COLUMNS = `l.id, l.nome, l.email, l.telefone, l.plano, l.atendido_em, u.email as atendido_por, l.created_at`;
const JOIN = 'left join usuarios u on u.id = l.atendido_por';

/** Equal requests within this time count once. */
const REPEAT = "interval '10 minutes'";

/**
 * Stores a demonstration request; visitors have no scope.
 * @returns false if an equal request was stored recently
 */
export async function addLead(
  db: Db,
  lead: { nome: string; email: string; telefone: string; plano?: string | undefined },
): Promise<boolean> {
  const { nome, email, telefone, plano = null } = lead;
  await lock(db, 'leads', email);
  const { rowCount } = await db.query(
    `insert into leads (id, nome, email, telefone, plano)
     select $1, $2, $3, $4, $5 where not exists (select from leads
       where created_at > now() - ${REPEAT} and nome = $2 and email = $3 and telefone = $4
         and plano is not distinct from $5)`,
    [newId(), nome, email, telefone, plano],
  );
  return rowCount === 1;
}

export type LeadFilter = Pedidos<typeof FILTROS_LEAD> & PageAsked;

const CONDICOES: ListConditions<typeof FILTROS_LEAD> = {
  situacao: (situacao) => (situacao === 'novo' ? sql`l.atendido_em is null` : sql`l.atendido_em is not null`),
  q: (q) => {
    const term = param(escapeLike(q));
    return sql`(l.email like '%' || lower(${term}) || '%' or l.telefone like '%' || ${term} || '%'
      or escuta_normaliza(l.nome) like '%' || escuta_normaliza(${term}) || '%')`;
  },
};

/** A page of the leads, newest first, counted up to CONTADOS, or up to TOTAL_LIMITE for a searched text. */
export function listLeads(db: Database, scope: Scope, filter: LeadFilter): Promise<Page<LeadRow>> {
  const where = all([
    // Leads belong to the installation, so a company's scope has none.
    sql`${empresaIdOf(scope)}::uuid is null`,
    ...askedConditions(CONDICOES, filter),
  ]);
  const found = sql`leads l where ${where}`;
  return pageOf<LeadRow>(
    db,
    filter,
    (window) => sql`with pagina as (select l.id from ${found} order by l.created_at desc, l.id desc ${window})
      select ${literal(COLUMNS)} from pagina join leads l using (id) ${literal(JOIN)} order by l.created_at desc,
      l.id desc`,
    found,
    { cap: filter.q ? TOTAL_LIMITE : CONTADOS },
  );
}

/** Locks a lead until the transaction ends; null if the scope has no such lead. */
export async function lockLead(db: Db, scope: Scope, id: string): Promise<LeadRow | null> {
  const { rows } = await db.query<LeadRow>(
    `select ${COLUMNS} from leads l ${JOIN} where l.id = $1 and $2::uuid is null for update of l`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** Marks a lead as attended now by a person, or without a person as new. */
export async function markLead(
  db: Db,
  scope: Scope,
  id: string,
  atendido: { por: string | null } | null,
): Promise<void> {
  await db.query(
    `update leads set atendido_em = case when $2 then now() end, atendido_por = $3 where id = $1 and $4::uuid is null`,
    [id, atendido !== null, atendido?.por ?? null, empresaIdOf(scope)],
  );
}

/**
 * Deletes a lead.
 * @returns the lead's date, and whether it was attended; null: no such lead
 */
export async function deleteLead(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ created_at: Date; atendido: boolean } | null> {
  const { rows } = await db.query<{ created_at: Date; atendido: boolean }>(
    `delete from leads where id = $1 and $2::uuid is null returning created_at, atendido_em is not null as atendido`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}
