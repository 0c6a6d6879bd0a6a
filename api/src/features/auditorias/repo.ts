// SQL: the list of audits is searched by normalised text and shows totals for the page's rows.

import type { Database } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_AUDITORIA } from '@escuta/shared/domain/filters/lists/audits';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { escapeLike } from '@escuta/shared/platform/database/like';
import {
  all,
  byDays,
  inScope,
  join,
  ofScope,
  param,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type AuditoriaRow = {
  id: string;
  nome: string;
  status: StatusProcessamento;
  pendentes: number;
  processando: number;
  concluidos: number;
  erros: number;
  projeto_id: string;
  projeto_nome: string;
  empresa_nome: string;
  observacoes: string | null;
  created_at: Date;
};

/** `projetoId`: only audits of this project in the scope. */
export type AuditoriaFilter = Pedidos<typeof FILTROS_AUDITORIA> & PageAsked & { projetoId?: string };

const COLUMNS = sql`a.id, a.nome, a.status, a.projeto_id, a.observacoes, a.created_at, p.nome as projeto_nome,
  e.nome as empresa_nome, coalesce(t.pendentes, 0)::float8 as pendentes,
  coalesce(t.processando, 0)::float8 as processando, coalesce(t.concluidos, 0)::float8 as concluidos,
  coalesce(t.erros, 0)::float8 as erros`;
const JOINS = sql`join projetos p on p.id = a.projeto_id join empresas e on e.id = a.empresa_id
  left join auditoria_totais t on t.auditoria_id = a.id`;

/** Builds only the requested conditions, so that PostgreSQL picks the matching index (company, project or time). */
function conditionsOf(scope: Scope, filter: AuditoriaFilter): Sql {
  const conditions: ListConditions<typeof FILTROS_AUDITORIA> = {
    empresaId: (id) => sql`a.empresa_id = ${id}::uuid`,
    status: (status) => sql`a.status = ${status}::status_processamento`,
    ...byDays(sql`a.created_at`),
    q: (q) => textCondition(scope, q),
  };
  return all([
    ofScope(scope, sql`a.empresa_id`),
    when(filter.projetoId, (id) => sql`a.projeto_id = ${id}::uuid`),
    ...askedConditions(conditions, filter),
  ]);
}

/**
 * Condition: `q` is part of the name of the audit, of its project or, if the scope is all companies, of its company.
 * Finds projects and companies first, by index.
 */
function textCondition(scope: Scope, q: string): Sql {
  const term = param(escapeLike(q));
  const matches = (column: Sql) =>
    sql`escuta_normaliza(${column}) like '%' || escuta_normaliza(${term}) || '%'`;
  const projects = all([ofScope(scope, sql`empresa_id`), matches(sql`nome`)]);
  const conditions = [
    matches(sql`a.nome`),
    sql`a.projeto_id = any (array(select id from projetos where ${projects}))`,
  ];
  if (scope.kind === 'instalacao') {
    conditions.push(sql`a.empresa_id = any (array(select id from empresas where ${matches(sql`nome`)}))`);
  }
  return sql`(${join(conditions, ' or ')})`;
}

/**
 * A page of the audits in the scope, newest first, counted up to CONTADOS, or up to TOTAL_LIMITE for a searched text.
 * Counts a text's matches first, because PostgreSQL cannot estimate them, and sorts them only if they are few.
 */
export function listAuditorias(
  db: Database,
  scope: Scope,
  filter: AuditoriaFilter,
): Promise<Page<AuditoriaRow>> {
  const found = sql`auditorias a where ${conditionsOf(scope, filter)}`;
  return pageOf<AuditoriaRow>(
    db,
    filter,
    (window, few) => sql`with pagina as (
       select a.id from ${few ? sql`(select a.id, a.created_at from ${found} offset 0) a` : found}
       order by a.created_at desc, a.id desc ${window}
     )
     select ${COLUMNS} from pagina join auditorias a using (id) ${JOINS} order by a.created_at desc, a.id desc`,
    found,
    filter.q ? { cap: TOTAL_LIMITE, first: true } : { cap: CONTADOS },
  );
}

/** Finds an audit by id; null if the scope has no such audit. */
export async function findAuditoria(db: Database, scope: Scope, id: string): Promise<AuditoriaRow | null> {
  const { rows } = await db.sql<AuditoriaRow>(
    sql`select ${COLUMNS} from auditorias a ${JOINS} where a.id = ${id} and ${inScope(scope, sql`a.empresa_id`)}`,
    'auditorias_uma',
  );
  return rows[0] ?? null;
}
