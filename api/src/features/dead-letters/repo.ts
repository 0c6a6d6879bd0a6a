// SQL: the list of failed runs is built from the given filters, and failed runs are locked in id order.

import type { Database, Db } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_FALHA, FILTROS_FALHAS } from '@escuta/shared/domain/filters/lists/failures';
import type { Etapa, StatusLetraMorta, StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { StatusTarefa } from '@escuta/shared/domain/tasks/task-names';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { all, byDays, inScope, ofScope, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type FalhaRow = {
  id: string;
  status: StatusLetraMorta;
  etapa: Etapa;
  codigo: string | null;
  motivo: string;
  tentativas: number;
  empresa_id: string;
  empresa_nome: string;
  projeto_id: string;
  projeto_nome: string;
  item_id: string;
  item_status: StatusProcessamento;
  numero_destino: string | null;
  arquivo_nome: string | null;
  created_at: Date;
  tratada_em: Date | null;
  tratada_por: string | null;
  /** Name of the person who handled the failed run; null also if the person was deleted. */
  tratada_por_nome: string | null;
  motivo_descarte: string | null;
};

export type FalhaFilter = Pedidos<typeof FILTROS_FALHA>;
type FalhasFilter = Pedidos<typeof FILTROS_FALHAS>;

const CONDICOES: ListConditions<typeof FILTROS_FALHAS> = {
  empresaId: (id) => sql`l.empresa_id = ${id}::uuid`,
  projetoId: (id) => sql`l.projeto_id = ${id}::uuid`,
  status: (status) => sql`l.status = ${status}::status_letra_morta`,
  etapa: (etapa) => sql`l.etapa = ${etapa}::etapa`,
  codigo: (codigo) =>
    sql`exists (select from execucoes x where x.id = l.execucao_id and x.codigo_motivo = ${codigo})`,
  ...byDays(sql`l.created_at`),
};

/** Builds only the requested conditions, so that PostgreSQL takes the index of each combination. */
const conditionsOf = (scope: Scope, filter: FalhasFilter): Sql =>
  all([ofScope(scope, sql`l.empresa_id`), ...askedConditions(CONDICOES, filter)]);

/** A page of the failed runs in the scope, newest first, counted up to CONTADOS. */
export function listFalhas(
  db: Database,
  scope: Scope,
  filter: FalhasFilter & PageAsked,
): Promise<Page<FalhaRow>> {
  const found = sql`letras_mortas l where ${conditionsOf(scope, filter)}`;
  return pageOf<FalhaRow>(
    db,
    filter,
    (window) => sql`with pagina as (select * from ${found} order by l.created_at desc, l.id desc ${window})
     select l.id, l.status::text as status, l.etapa::text as etapa, x.codigo_motivo as codigo, l.motivo,
       coalesce(s.tentativa, 0) as tentativas, l.empresa_id, e.nome as empresa_nome, l.projeto_id,
       p.nome as projeto_nome, l.item_id, i.status::text as item_status, i.numero_destino, i.arquivo_nome,
       l.created_at, l.tratada_em, l.tratada_por, coalesce(u.nome, u.email) as tratada_por_nome, l.motivo_descarte
     from pagina l
     join auditoria_itens i on i.id = l.item_id
     join empresas e on e.id = l.empresa_id
     join projetos p on p.id = l.projeto_id
     left join execucoes x on x.id = l.execucao_id
     left join execucao_etapas s on s.execucao_id = l.execucao_id and s.etapa = l.etapa
     left join usuarios u on u.id = l.tratada_por
     order by l.created_at desc, l.id desc`,
    found,
    { cap: CONTADOS },
  );
}

/**
 * The company to which a filter limits the failed runs; `empresaId` null: all companies. Null if the filter's company
 * or project is outside the scope.
 */
export async function companyOfFilter(
  db: Db,
  scope: Scope,
  filter: FalhaFilter,
): Promise<{ empresaId: string | null } | null> {
  const { rows } = await db.query<{ dentro: boolean; empresaId: string | null }>(
    `select ($1::uuid is null or exists (select from empresas where id = $1 and ${inScope('$3', 'id')}))
        and ($2::uuid is null or p.id is not null) as dentro, coalesce($1::uuid, p.empresa_id) as "empresaId"
     from (select) um left join projetos p on p.id = $2::uuid and ${inScope('$3', 'p.empresa_id')}`,
    [filter.empresaId ?? null, filter.projetoId ?? null, empresaIdOf(scope)],
  );
  const found = rows[0];
  return found?.dentro ? { empresaId: found.empresaId } : null;
}

/** Counts open failures whose item was processed after the failure, up to `limit`; reprocessing leaves these out. */
export async function countProcessedSince(
  db: Db,
  scope: Scope,
  filter: FalhaFilter,
  limit: number,
): Promise<number> {
  const where = conditionsOf(scope, { ...filter, status: 'aberta' });
  const { rows } = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from (select from letras_mortas l join auditoria_itens i on i.id = l.item_id
       where ${where} and i.status = 'concluido' limit ${limit}) achadas`,
  );
  return rows[0]?.n ?? 0;
}

export type OpenFalha = { id: string; itemId: string; empresaId: string };

/**
 * The oldest `limit` open failures, and the number of others up to `countLimit`. Leaves out items processed after the
 * failure or being processed, which would be paid twice.
 */
export async function findOpenFalhas(
  db: Db,
  scope: Scope,
  filter: FalhaFilter,
  limit: number,
  countLimit: number,
): Promise<{ rows: OpenFalha[]; more: number }> {
  const where = conditionsOf(scope, { ...filter, status: 'aberta' });
  const open = sql`from letras_mortas l join auditoria_itens i on i.id = l.item_id
    where ${where} and i.status in ('erro', 'pendente')`;
  const { rows } = await db.sql<OpenFalha>(
    sql`select l.id, l.item_id as "itemId", l.empresa_id as "empresaId" ${open}
     order by l.created_at, l.id limit ${limit}`,
  );
  if (rows.length < limit) return { rows, more: 0 };
  const count = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from (select ${open} limit ${countLimit}) achadas`,
  );
  return { rows, more: Math.max(0, (count.rows[0]?.n ?? 0) - rows.length) };
}

type ReprocessingRow = { status: StatusTarefa; feito: number; total: number; resultado: unknown };

/** Finds a person's reprocessing with the state of its task. */
export async function findReprocessing(
  db: Db,
  scope: Scope,
  usuarioId: string | null,
  id: string,
): Promise<ReprocessingRow | null> {
  const { rows } = await db.query<ReprocessingRow>({
    name: 'falhas_lote',
    text: `select status, feito, coalesce(total, 0) as total, resultado from tarefas
           where id = $1 and tipo = 'reprocessar_falhas' and autor_id = $2 and ${inScope('$3', 'empresa_id')}`,
    values: [id, usuarioId, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

/** Locks failed runs in the scope, in id order, which avoids deadlocks. */
export async function lockFalhas(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; status: StatusLetraMorta; empresaId: string; itemId: string; etapa: Etapa }[]> {
  const { rows } = await db.query(
    `select id, status::text as status, empresa_id as "empresaId", item_id as "itemId", etapa::text as etapa
     from letras_mortas where id = any ($1::uuid[]) and ${inScope('$2', 'empresa_id')}
     order by id for update`,
    [ids, empresaIdOf(scope)],
  );
  return rows;
}

export async function discardFalhas(
  db: Db,
  scope: Scope,
  change: { ids: readonly string[]; usuarioId: string | null; motivo: string },
): Promise<void> {
  await db.query(
    `update letras_mortas set status = 'descartada', tratada_por = $3, tratada_em = now(), motivo_descarte = $4
     where id = any ($1::uuid[]) and ${inScope('$2', 'empresa_id')} and status = 'aberta'`,
    [change.ids, empresaIdOf(scope), change.usuarioId, change.motivo],
  );
}
