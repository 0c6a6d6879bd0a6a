// SQL instead of Prisma, because writers and the deletion of expired intakes lock the intake.

import type { Database, Db } from '@escuta/prisma/db';
import { ACTS, type StagedKind } from '@escuta/shared/domain/intake/acts';
import { param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { type Held, type Parameter, TABLES } from '@escuta/shared/services/intake/held';
import type { ClaimedTask } from '../tasks/task.ts';

export type Worked<K extends StagedKind> = Pick<ClaimedTask, 'id'> & {
  parametros: Record<Parameter<K>, string>;
};

type Done = { feito?: number; total?: number | null };

export type Working<K extends StagedKind> = {
  db: Database;
  task: Worked<K>;
  save: (db: Db, progress: Done) => Promise<void>;
};

/** Thrown if the intake was cancelled, corrected or given to another task; rolls the transaction back. */
export class IntakeLostError extends Error {
  override readonly name = 'IntakeLostError';
}

/** Runs `work` (true: more work is left). @returns its result; false if the intake was lost and nothing was written */
export async function unlessLost(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IntakeLostError) return false;
    throw error;
  }
}

export const idOf = (kind: StagedKind, { parametros }: { parametros: object }): string =>
  (parametros as Record<string, string>)[`${kind}Id`] as string;

/**
 * Locks the task's intake until the transaction ends.
 * @throws IntakeLostError
 */
export async function lockIntake<K extends StagedKind>(
  db: Db,
  kind: K,
  task: Worked<K>,
  estado: Held<K>['estado'],
): Promise<void> {
  const { table } = TABLES[kind];
  const { rowCount } = await db.sql(
    sql`select from ${table} where id = ${idOf(kind, task)}::uuid and estado = ${param(estado)}
      and tarefa_id = ${task.id}::uuid
      for no key update`,
    `${kind}_da_tarefa`,
  );
  if (!rowCount) throw new IntakeLostError();
}

/**
 * Runs a unit of work in a transaction. Saves the progress first, so that a worker without its lease fails before
 * waiting for the intake's lock.
 * @throws IntakeLostError and the errors of `work`
 */
export function writeHeld<K extends StagedKind, T>(
  { db, task, save }: Working<K>,
  kind: K,
  { estado, ...done }: Done & { estado: Held<K>['estado'] },
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await save(tx, done);
    await lockIntake(tx, kind, task, estado);
    return work(tx);
  });
}

/** State of an intake whose task ended without setting the state, by kind (SQL null: the usual state). */
const SETTLED: Readonly<Partial<Record<StagedKind, Sql>>> = {
  // The first sheet's mapping outlives the failed reading of another sheet.
  importacao: sql`case when i.estado = 'lendo' and i.colunas is not null then 'mapear' end`,
};

/**
 * Sets the final state and reason of intakes whose task ended without setting them.
 * @param tarefaId the only task to consider; null: all
 */
export async function settleStranded(db: Db, kind: StagedKind, tarefaId: string | null): Promise<void> {
  const { table, cleared } = TABLES[kind];
  const worked = param(ACTS[kind].worked);
  const only = param(tarefaId);
  await db.sql(
    // Conditions use `i`, not `n`: after waiting for the row's lock, PostgreSQL evaluates them for the new row version.
    sql`update ${table} i set estado = coalesce(${SETTLED[kind] ?? sql`null`}, ${worked}::jsonb ->> i.estado),
        motivo = case when t.status = 'erro' then coalesce(t.erro, 'A tarefa terminou com erro.')
          when t.status = 'cancelada' then coalesce(t.erro, 'A tarefa foi cancelada.')
            else 'A tarefa terminou antes do fim.' end,
        ${cleared} updated_at = now()
      from ${table} n left join tarefas t on t.id = n.tarefa_id
      where i.id = n.id and i.tarefa_id is not distinct from n.tarefa_id
        and (${only}::uuid is null or i.tarefa_id = ${only})
        and ${worked}::jsonb ? i.estado and (${worked}::jsonb ->> i.estado <> i.estado or i.motivo is null)
        and (t.id is null or t.status not in ('pendente', 'executando'))`,
    `${kind}_parada`,
  );
}

/** An expired intake. `open`: never confirmed, so that it created nothing. */
export type Expired = { id: string; open: boolean };

export type Expiring = {
  /** States before confirmation, in which an expired intake is cancelled. */
  open: readonly string[];
  /** Further SQL condition for an expired intake `n`; an upload whose parts still arrive does not expire. */
  due: Sql;
  /** Intakes per round. */
  atOnce: number;
  /** Deletes contents and sets final states, under the intakes' locks. */
  throwAway: (tx: Db, expired: readonly Expired[]) => Promise<void>;
};

/** Locks expired intakes, oldest first. */
export async function lockExpired(
  db: Db,
  kind: StagedKind,
  { open, due, atOnce }: Expiring,
): Promise<Expired[]> {
  const { table } = TABLES[kind];
  const { rows } = await db.sql<Expired>(
    sql`select n.id, n.estado = any (${open}::text[]) as open from ${table} n where n.expira_em < now() and ${due}
      order by n.expira_em limit ${atOnce} for no key update skip locked`,
    `${kind}_vencidos`,
  );
  return rows;
}
