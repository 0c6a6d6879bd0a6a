// Reads intakes' files. SQL instead of Prisma, because a reading's failure is written while the intake is locked.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { StagedKind } from '@escuta/shared/domain/intake/acts';
import { param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { type Held, TABLES } from '@escuta/shared/services/intake/held';
import { UnreadableError } from '../reading/unreadable.ts';
import { IntakeLostError, idOf, unlessLost, type Working, writeHeld } from './intake-repo.ts';

/**
 * Reads a task's intake; reopens the intake if an earlier attempt of the task failed.
 * @returns null if the intake belongs to another task
 */
export async function readOrTakeUp<K extends StagedKind, Row>(
  { db, task, save }: Working<K>,
  kind: K,
  reading: Held<K>['estado'],
  read: (db: Db) => Promise<Row | null>,
): Promise<Row | null> {
  const { table, cleared } = TABLES[kind];
  const found = await read(db);
  if (found) return found;
  return db.transaction(async (tx) => {
    await save(tx, {});
    const { rowCount } = await tx.sql(
      sql`update ${table} set estado = ${param(reading)}, motivo = null, ${cleared} updated_at = now()
        where id = ${idOf(kind, task)}::uuid and estado = 'falhou' and tarefa_id = ${task.id}::uuid`,
      `${kind}_de_novo`,
    );
    return rowCount ? read(tx) : null;
  });
}

/** Outcome of a kind of intake if a file is unreadable; `estado`: the intake's state while it is read. */
type Reading<K extends StagedKind> = {
  estado: Held<K>['estado'];
  /** State after an unreadable file; 'falhou' by default. */
  failed?: Held<K>['estado'];
  /** Further SQL assignments after an unreadable file; the same text for all intakes of a kind. */
  also?: Sql;
  /** True: an AppError counts as a fault of the file. */
  refuses?: boolean;
};

/**
 * Runs a unit of a task's work. An unreadable file ends the task, with the reason in the intake (`reading` null:
 * reading is finished, and nothing is written).
 * @returns the result of `work`; false if the intake was lost
 * @throws AppError arquivo_invalido
 */
export async function readUnit<K extends StagedKind>(
  context: Working<K>,
  kind: K,
  reading: Reading<K> | null,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IntakeLostError) return false;
    const isFault = error instanceof UnreadableError || (reading?.refuses && error instanceof AppError);
    if (!isFault) throw error;
    // Does not report the fault of a lost intake, because a cancelled intake's files are deleted.
    if (reading && !(await tellFault(context, kind, reading, error.message))) return false;
    throw new AppError('arquivo_invalido', error.message);
  }
}

/** Stores a reading's fault in its intake. @returns false if this worker no longer holds the intake */
function tellFault<K extends StagedKind>(
  context: Working<K>,
  kind: K,
  { estado, failed = 'falhou', also = sql`` }: Reading<K>,
  motivo: string,
): Promise<boolean> {
  const { table } = TABLES[kind];
  return unlessLost(() =>
    writeHeld(context, kind, { estado }, async (tx) => {
      await tx.sql(
        sql`update ${table} set estado = ${param(failed)}, motivo = ${motivo}, ${also} updated_at = now()
          where id = ${idOf(kind, context.task)}::uuid`,
        `${kind}_falha`,
      );
      return true;
    }),
  );
}
