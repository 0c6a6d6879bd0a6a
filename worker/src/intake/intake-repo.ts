// SQL: an intake is held by whoever writes any of it, and by the sweep that forgets it.

import type { Database, Db } from '@escuta/prisma/db';
import { ACTS, type StagedKind } from '@escuta/shared/domain/intake/acts';
import { param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { type Held, type Parameter, TABLES } from '@escuta/shared/services/intake/held';
import type { ClaimedTask } from '../tasks/task.ts';

/** A task that works on an intake of a kind. */
export type Worked<K extends StagedKind> = Pick<ClaimedTask, 'id'> & {
  parametros: Record<Parameter<K>, string>;
};

type Done = { feito?: number; total?: number | null };

/** The part of a task's context that its intake needs. */
export type Working<K extends StagedKind> = {
  db: Database;
  task: Worked<K>;
  save: (db: Db, progress: Done) => Promise<void>;
};

/** The intake was given up, corrected or given to another task meanwhile: what was being written is not. */
export class IntakeLostError extends Error {
  override readonly name = 'IntakeLostError';
}

/** @returns what the work returns; false once the intake is somebody else's, and nothing was written */
export async function unlessLost(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IntakeLostError) return false;
    throw error;
  }
}

/** The intake that a task works on. */
export const idOf = (kind: StagedKind, { parametros }: { parametros: object }): string =>
  (parametros as Record<string, string>)[`${kind}Id`] as string;

/** Locks the task's intake against change until the transaction ends. @throws IntakeLostError */
export async function lockIntake<K extends StagedKind>(
  db: Db,
  kind: K,
  task: Worked<K>,
  estado: Held<K>['estado'],
): Promise<void> {
  const { table } = TABLES[kind];
  const { rowCount } = await db.sql(
    sql`select from ${table} where id = ${idOf(kind, task)}::uuid and estado = ${param(estado)} and tarefa_id = ${task.id}::uuid
      for no key update`,
    `${kind}_da_tarefa`,
  );
  if (!rowCount) throw new IntakeLostError();
}

/**
 * Writes a unit of a task's work on an intake, in one transaction: how far the task is first, since a worker whose task was taken over waits
 * for nobody; then the work, under the intake's lock. @throws IntakeLostError, and what `work` throws
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

/** SQL: where the state of an intake `i` is another one than its kind's table says once its task has ended; null: as the table says. */
const SETTLED: Readonly<Partial<Record<StagedKind, Sql>>> = {
  // Another sheet of a workbook that was read before leaves that one.
  importacao: sql`case when i.estado = 'lendo' and i.colunas is not null then 'mapear' end`,
};

/**
 * Settles intakes whose task has ended without telling them (cancelled before anybody took it, a row that is gone), as their kind's table says;
 * each says why. `tarefaId`: only those of this task.
 */
export async function settleStranded(db: Db, kind: StagedKind, tarefaId: string | null): Promise<void> {
  const { table, cleared } = TABLES[kind];
  const worked = param(ACTS[kind].worked);
  const only = param(tarefaId);
  await db.sql(
    // Of `i` alone: one that changed while its row was waited for is looked at as it is now.
    sql`update ${table} i set estado = coalesce(${SETTLED[kind] ?? sql`null`}, ${worked}::jsonb ->> i.estado),
        motivo = case when t.status = 'erro' then coalesce(t.erro, 'A tarefa terminou em erro.')
          when t.status = 'cancelada' then coalesce(t.erro, 'A tarefa foi cancelada.') else 'A tarefa terminou antes do fim.' end,
        ${cleared} updated_at = now()
      from ${table} n left join tarefas t on t.id = n.tarefa_id
      where i.id = n.id and i.tarefa_id is not distinct from n.tarefa_id and (${only}::uuid is null or i.tarefa_id = ${only})
        and ${worked}::jsonb ? i.estado and (${worked}::jsonb ->> i.estado <> i.estado or i.motivo is null)
        and (t.id is null or t.status not in ('pendente', 'executando'))`,
    `${kind}_parada`,
  );
}

/** An intake whose time is over. `open`: nothing was made of it. */
export type Expired = { id: string; open: boolean };

/** How intakes of a kind end with which nobody goes on. */
export type Expiring = {
  /** The states in which nothing was made of it: one of these is given up. */
  open: readonly string[];
  /** What is over besides its time, of an intake `n`. As long as parts come in, somebody goes on with it. */
  due: Sql;
  /** So many in one round. */
  atOnce: number;
  /** Throws away what they hold, and writes their states. Under their locks. */
  throwAway: (tx: Db, expired: readonly Expired[]) => Promise<void>;
};

/** Locks intakes whose time is over, the oldest first. */
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
