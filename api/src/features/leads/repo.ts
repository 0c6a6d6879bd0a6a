// SQL: the same request twice at once is kept once, under a lock; the list is searched by normalised text.

import type { Db } from '@escuta/prisma/db';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { lock } from '@escuta/shared/platform/database/locks';

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

/** A request sent again within this time is the same one. */
const REPEAT = "interval '10 minutes'";

/**
 * Keeps a request for a demonstration; a visitor has no scope. @returns false when the same one came a moment ago
 */
export async function addLead(
  db: Db,
  lead: { nome: string; email: string; telefone: string; plano?: string | undefined },
): Promise<boolean> {
  const { nome, email, telefone, plano = null } = lead;
  // Two clicks at once come one after the other.
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

export type LeadFilter = {
  /** Part of the name, the e-mail or the phone number. */
  q: string | undefined;
  situacao: 'novo' | 'atendido' | undefined;
  page: number;
  limit: number;
};

/** A page of the leads, newest first, and how many match, counted up to `countLimit` + 1. */
export async function listLeads(
  db: Db,
  scope: Scope,
  filter: LeadFilter,
  countLimit: number,
): Promise<{ rows: LeadRow[]; counted: number }> {
  // Leads are the installation's: within a company there are none.
  const condition = `$3::uuid is null and ($1::text is null or ($1 = 'novo') = (l.atendido_em is null))
    and ($2::text is null or l.email like '%' || lower($2) || '%' or l.telefone like '%' || $2 || '%'
      or escuta_normaliza(l.nome) like '%' || escuta_normaliza($2) || '%')`;
  const values = [filter.situacao ?? null, filter.q ? escapeLike(filter.q) : null, empresaIdOf(scope)];
  const page = await db.query<LeadRow>({
    name: 'leads_lista',
    text: `with pagina as (
        select l.id from leads l where ${condition} order by l.created_at desc, l.id desc limit $4 offset $5
      )
      select ${COLUMNS} from pagina join leads l using (id) ${JOIN} order by l.created_at desc, l.id desc`,
    values: [...values, filter.limit, (filter.page - 1) * filter.limit],
  });
  const count = await db.query<{ n: number }>({
    name: 'leads_conta',
    text: `select count(*)::int as n from (select from leads l where ${condition} limit $4) achados`,
    values: [...values, countLimit + 1],
  });
  return { rows: page.rows, counted: count.rows[0]?.n ?? 0 };
}

/** A lead, locked until the transaction ends. Null when there is no such lead. */
export async function lockLead(db: Db, scope: Scope, id: string): Promise<LeadRow | null> {
  const { rows } = await db.query<LeadRow>(
    `select ${COLUMNS} from leads l ${JOIN} where l.id = $1 and $2::uuid is null for update of l`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** Marks a lead as attended by a person from now on; null: as new again. */
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

/** Deletes a lead. @returns when it had come in and whether somebody attended to it; null when there is no such lead */
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
