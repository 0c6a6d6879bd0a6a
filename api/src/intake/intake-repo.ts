// SQL: the statements list intakes with their tasks, save actions under the intake's lock, and lock the target project.

import type { Database, Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import { ACTS, type StagedKind } from '@escuta/shared/domain/intake/acts';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { IS_EXAMPLE } from '@escuta/shared/platform/database/conditions/examples';
import { lock } from '@escuta/shared/platform/database/locks';
import { all, inScope, int, ofScope, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { TABLES } from '@escuta/shared/services/intake/held';
import type { QueryResultRow } from 'pg';
import { type Page, type PageAsked, pageOf } from '../reads/page-repo.ts';

/** SQL: an intake's pending or running task, with its progress; else null. */
export const taskOf = (intake: Sql): Sql =>
  sql`(select json_build_object('id', t.id, 'feito', t.feito, 'total', t.total) from tarefas t
    where t.id = ${intake}.tarefa_id and t.status in ('pendente', 'executando')) as tarefa`;

export type IntakeFilter = PageAsked & { projeto_id?: string | undefined; estado?: string | undefined };

/**
 * A page of a company's intakes, newest first, counted up to TOTAL_LIMITE. `estado` 'abertos': all open intakes.
 * @param columns SQL columns of the intake `n` and the tables of `joins`
 */
export function listIntakes<Row extends QueryResultRow>(
  db: Database,
  kind: StagedKind,
  scope: Scope,
  filter: IntakeFilter,
  { columns, joins }: { columns: Sql; joins: Sql },
): Promise<Page<Row>> {
  const { table } = TABLES[kind];
  const where = all([
    ofScope(scope, sql`n.empresa_id`),
    when(filter.projeto_id, (id) => sql`n.projeto_id = ${id}::uuid`),
    when(filter.estado, (estado) =>
      estado === 'abertos' ? sql`n.estado = any (${ACTS[kind].open}::text[])` : sql`n.estado = ${estado}`,
    ),
  ]);
  const found = sql`${table} n where ${where}`;
  return pageOf<Row>(
    db,
    filter,
    (window) => sql`with pagina as (select n.id from ${found} order by n.created_at desc, n.id desc ${window})
      select ${columns} from pagina join ${table} n using (id) ${joins} order by n.created_at desc, n.id desc`,
    found,
    { cap: TOTAL_LIMITE },
  );
}

type Counts = {
  count(args: {
    where: { empresaId: string; id: { not: string }; estado: { in: string[] } };
  }): Promise<number>;
};

/** Counts a company's open intakes except `id`. The kind's lock, if any, bars new ones until the transaction ends. */
export async function countOpen(db: Db, kind: StagedKind, empresaId: string, id: string): Promise<number> {
  const { model, lock: trava } = TABLES[kind];
  // Prevents two concurrent requests from both taking the last place.
  if (trava) await lock(db, trava, empresaId);
  const tables: Record<typeof model, Counts> = db.within(companyScope(empresaId));
  const where = { empresaId, id: { not: id }, estado: { in: [...ACTS[kind].open] } };
  return tables[model].count({ where });
}

/** SQL: an intake's expiry after an action: `keepDays` from now; unchanged for a kind without `keepDays`. */
export const keptUntil = (kind: StagedKind): Sql => {
  const { keepDays } = ACTS[kind];
  return keepDays === null ? sql`expira_em` : sql`now() + make_interval(days => ${int(keepDays)})`;
};

/**
 * Saves the state after an action and extends the intake's expiry; the caller holds the intake's lock. `corrected`
 * increases the version, so that the user must review the intake again before confirming it.
 */
export async function saveAct(
  db: Db,
  kind: StagedKind,
  id: string,
  {
    estado,
    corrected = true,
    tarefaId = null,
  }: { estado: string; corrected?: boolean; tarefaId?: string | null },
): Promise<void> {
  const { table, cleared } = TABLES[kind];
  await db.sql(
    sql`update ${table} set estado = ${estado}, motivo = null, ${cleared} versao = versao + ${corrected ? 1 : 0}::int,
        tarefa_id = coalesce(${tarefaId}::uuid, tarefa_id), expira_em = ${keptUntil(kind)}, updated_at = now()
      where id = ${id}`,
    `${kind}_ato`,
  );
}

/** The target of an intake: a project, given directly or by one of its audits. */
export type TargetAsked = { projetoId: string; auditoriaId?: string | undefined } | { auditoriaId: string };
export type Target = { empresaId: string; projetoId: string };
type TargetRow = { id: string; empresa_id: string; is_active: boolean; tipo: TipoProjeto; exemplo: boolean };

/** Locks the target project against deletion until the transaction ends; null if not in the scope. */
export async function lockTarget(db: Db, scope: Scope, asked: TargetAsked): Promise<TargetRow | null> {
  const which =
    'projetoId' in asked
      ? sql`p.id = ${asked.projetoId}`
      : sql`p.id = (select a.projeto_id from auditorias a where a.id = ${asked.auditoriaId})`;
  const { rows } = await db.sql<TargetRow>(
    sql`select p.id, p.empresa_id, p.is_active, p.tipo_projeto::text as tipo, ${IS_EXAMPLE} as exemplo
      from projetos p where ${which} and ${inScope(scope, sql`p.empresa_id`)} for key share of p`,
  );
  return rows[0] ?? null;
}
