// SQL: a reading that failed is written under the intake's lock.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { StagedKind } from '@escuta/shared/domain/intake/acts';
import { param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { type Held, TABLES } from '@escuta/shared/services/intake/held';
import { UnreadableError } from '../reading/unreadable.ts';
import { IntakeLostError, idOf, unlessLost, type Working, writeHeld } from './intake-repo.ts';

/**
 * An intake that its task reads, or takes up again: its reading by this very task has failed, and the task goes on because somebody asked for
 * it, or because its worker died before it could end the task. @returns null where it is somebody else's by now
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

/** The reading of an intake, as far as kinds differ in what they say of a file that cannot be read. */
type Reading<K extends StagedKind> = {
  estado: Held<K>['estado'];
  /** The state of one that cannot be read; 'falhou' by default. */
  failed?: Held<K>['estado'];
  /** What else is written of one that cannot be read: one text for each kind. */
  also?: Sql;
  /** An AppError is a fault of what was sent, too. */
  refuses?: boolean;
};

/**
 * Does a unit of a reading. What cannot be read is said in the intake, and ends the task. @param reading null: it was read before
 * @returns what the work returns; false once the intake is somebody else's @throws AppError arquivo_invalido
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
    // One that was given up has lost its files, too: there is nobody to tell.
    if (reading && !(await tellFault(context, kind, reading, error.message))) return false;
    throw new AppError('arquivo_invalido', error.message);
  }
}

/** Says in an intake why it cannot be read. @returns false where it is somebody else's by now, and nothing was said */
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
