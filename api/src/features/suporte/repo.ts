// SQL: a single statement lists and counts tickets by normalised text; writes run under a ticket's lock.

import type { Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type {
  OrigemTicket,
  Severidade,
  StatusTicket,
  TipoTicket,
} from '@escuta/shared/domain/accounts/tickets';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_TICKET } from '@escuta/shared/domain/filters/lists/tickets';
import { empresaIdOf, type Scope, whereScope } from '@escuta/shared/domain/scope';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { all, inScope, int, ofScope, param, sql, when } from '@escuta/shared/platform/database/sql';
import { cappedAt, type Page, type PageAsked, windowOf } from '../../reads/page-repo.ts';

export type TicketRow = {
  id: string;
  titulo: string;
  descricao: string;
  tipo: TipoTicket;
  severidade: Severidade;
  status: StatusTicket;
  origem: OrigemTicket;
  empresa_id: string;
  projeto_id: string | null;
  auditoria_id: string | null;
  auditoria_item_id: string | null;
  criado_por: string | null;
  atribuido_para: string | null;
  created_at: Date;
  updated_at: Date;
  criado_por_nome: string | null;
  atribuido_para_nome: string | null;
  empresa_nome: string;
  projeto_nome: string | null;
};

const COLUMNS = sql`t.id, t.titulo, t.descricao, t.tipo, t.severidade, t.status, t.origem, t.empresa_id, t.projeto_id,
  t.auditoria_id, t.auditoria_item_id, t.criado_por, t.atribuido_para, t.created_at, t.updated_at,
  coalesce(autor.nome, autor.email) as criado_por_nome,
  coalesce(responsavel.nome, responsavel.email) as atribuido_para_nome,
  e.nome as empresa_nome, p.nome as projeto_nome`;

const NAMES = sql`left join empresas e on e.id = t.empresa_id
  left join usuarios autor on autor.id = t.criado_por
  left join usuarios responsavel on responsavel.id = t.atribuido_para
  left join projetos p on p.id = t.projeto_id and p.empresa_id = t.empresa_id`;

/** `empresaId`: null for all companies of the scope. */
export type TicketFilter = Pedidos<typeof FILTROS_TICKET> & PageAsked & { empresaId: string | null };

const CONDICOES: ListConditions<typeof FILTROS_TICKET> = {
  status: (status) => sql`t.status = ${status}::status_ticket`,
  severidade: (severidade) => sql`t.severidade = ${severidade}::severidade`,
  prioridade: (severidade) => sql`t.severidade = ${severidade}::severidade`,
  tipo: (tipo) => sql`t.tipo = ${tipo}`,
  categoria: (tipo) => sql`t.tipo = ${tipo}`,
  atribuidoPara: (id) => sql`t.atribuido_para = ${id}::uuid`,
  q: (q) => {
    const pattern = sql`'%' || escuta_normaliza(${param(escapeLike(q))}) || '%'`;
    return sql`(escuta_normaliza(t.titulo) like ${pattern} or escuta_normaliza(t.descricao) like ${pattern})`;
  },
};

/** A page of the scope's tickets, newest first. Counts up to TOTAL_LIMITE if a text is searched. */
export async function listTickets(db: Db, scope: Scope, filter: TicketFilter): Promise<Page<TicketRow>> {
  const where = all([
    ofScope(scope, sql`t.empresa_id`),
    when(filter.empresaId, (id) => sql`t.empresa_id = ${id}::uuid`),
    ...askedConditions(CONDICOES, filter),
  ]);
  const limit = filter.q ? sql`limit ${int(TOTAL_LIMITE + 1)}` : sql``;
  const { rows } = await db.sql<TicketRow & { total: number }>(
    sql`select ${COLUMNS}, todos.total
     from (select count(*)::int as total from (select from tickets t where ${where} ${limit}) achados) todos
     left join (
       -- By their ids first, which the list's own index has: of those before the page nothing else is read.
       select t.* from (select t.id from tickets t where ${where} order by t.created_at desc, t.id desc
         ${windowOf(filter, filter.q ? 'capped' : 'whole')}) pagina join tickets t using (id)
     ) t on true
     ${NAMES}
     order by t.created_at desc, t.id desc`,
  );
  return cappedAt(
    filter.q ? TOTAL_LIMITE : undefined,
    rows.filter((row) => row.id !== null),
    rows[0]?.total ?? 0,
  );
}

/** A ticket; null outside the scope. */
export async function findTicket(db: Db, scope: Scope, id: string): Promise<TicketRow | null> {
  const { rows } = await db.sql<TicketRow>(
    sql`select ${COLUMNS} from tickets t ${NAMES} where t.id = ${id} and ${inScope(scope, sql`t.empresa_id`)}`,
    'tickets_find',
  );
  return rows[0] ?? null;
}

/** Locks a ticket, which serialises its changes; false outside the scope. */
export async function lockTicket(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from tickets where id = $1 and ${inScope('$2', 'empresa_id')} for update`,
    [id, empresaIdOf(scope)],
  );
  return rowCount === 1;
}

export type NovoTicket = {
  empresaId: string;
  titulo: string;
  descricao: string;
  tipo: TipoTicket;
  severidade: Severidade;
  origem: OrigemTicket;
  projetoId: string | null;
  auditoriaId: string | null;
  auditoriaItemId: string | null;
  criadoPor: string | null;
};

/** A reference of a new ticket that is missing or not of the ticket's company. */
export type MissingReference = 'empresa' | 'projeto' | 'auditoria' | 'item';

/** Checks a new ticket's references; null if all are in the scope and of the same company. */
export async function findMissingReference(
  db: Db,
  scope: Scope,
  novo: NovoTicket,
): Promise<MissingReference | null> {
  const { rows } = await db.query<Record<MissingReference, boolean>>({
    name: 'tickets_references',
    text: `select
        exists (select from empresas where id = $1 and arquivada_em is null and ${inScope('$5', 'id')}) as empresa,
        $2::uuid is null or exists (select from projetos where id = $2 and empresa_id = $1) as projeto,
        $3::uuid is null or exists (select from auditorias where id = $3 and empresa_id = $1) as auditoria,
        $4::uuid is null or exists (select from auditoria_itens where id = $4 and empresa_id = $1) as item`,
    values: [novo.empresaId, novo.projetoId, novo.auditoriaId, novo.auditoriaItemId, empresaIdOf(scope)],
  });
  const found = rows[0];
  const order = ['empresa', 'projeto', 'auditoria', 'item'] as const;
  return order.find((name) => !found?.[name]) ?? null;
}

/**
 * Inserts a ticket with checked references.
 * @returns its id
 */
export async function insertTicket(db: Db, scope: Scope, novo: NovoTicket): Promise<string> {
  const id = newId();
  await db.query({
    name: 'tickets_insert',
    text: `insert into tickets (id, empresa_id, titulo, descricao, tipo, severidade, origem, projeto_id, auditoria_id,
        auditoria_item_id, criado_por, updated_at)
      select $1::uuid, e.id, $3, $4, $5, $6::severidade, $7, $8::uuid, $9::uuid, $10::uuid, $11::uuid, now()
      from empresas e where e.id = $2 and ${inScope('$12', 'e.id')}`,
    values: [
      id,
      novo.empresaId,
      novo.titulo,
      novo.descricao,
      novo.tipo,
      novo.severidade,
      novo.origem,
      novo.projetoId,
      novo.auditoriaId,
      novo.auditoriaItemId,
      novo.criadoPor,
      empresaIdOf(scope),
    ],
  });
  return id;
}

export type TicketValues = Pick<TicketRow, 'status' | 'severidade' | 'atribuido_para'>;

/** Writes the changeable values of a locked ticket. */
export async function writeTicket(db: Db, scope: Scope, id: string, values: TicketValues): Promise<void> {
  await db.query({
    name: 'tickets_write',
    text: `update tickets set status = $3::status_ticket, severidade = $4::severidade, atribuido_para = $5,
      updated_at = now()
      where id = $1 and ${inScope('$2', 'empresa_id')}`,
    values: [id, empresaIdOf(scope), values.status, values.severidade, values.atribuido_para],
  });
}

/**
 * Deletes a ticket.
 * @returns its fields for the audit log; null outside the scope
 */
export async function deleteTicket(
  db: Db,
  scope: Scope,
  id: string,
): Promise<Pick<TicketRow, 'empresa_id' | 'titulo' | 'status'> | null> {
  const { rows } = await db.query<Pick<TicketRow, 'empresa_id' | 'titulo' | 'status'>>(
    `delete from tickets where id = $1 and ${inScope('$2', 'empresa_id')}
     returning empresa_id, titulo, status`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

export type TicketCounts = { status: StatusTicket; n: number; criticos: number }[];

/** Number of tickets by status, and of critical ones. `empresaId` null: the whole scope. */
export async function countTickets(db: Db, scope: Scope, empresaId: string | null): Promise<TicketCounts> {
  const groups = await db.within(scope).ticket.groupBy({
    by: ['status', 'severidade'],
    where: { ...whereScope(scope), AND: empresaId === null ? {} : { empresaId } },
    _count: true,
  });
  const counts = new Map<StatusTicket, TicketCounts[number]>();
  for (const { status, severidade, _count: n } of groups) {
    const { n: others, criticos } = counts.get(status) ?? { n: 0, criticos: 0 };
    counts.set(status, { status, n: others + n, criticos: severidade === 'critica' ? n : criticos });
  }
  return [...counts.values()];
}
