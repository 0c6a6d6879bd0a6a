import { AppError } from '@escuta/shared/domain/errors';

import { UnreadableError } from '../../../reading/unreadable.ts';
import {
  BatchLostError,
  countFiles,
  failBatch,
  failStrandedBatches,
  holdBatch,
  type Lote,
  readBatch,
} from '../../../recordings/batch-repo.ts';
import { forgetArchive } from '../../../recordings/local-files.ts';
import { pairBatch } from '../../../recordings/match.ts';
import { readSome } from '../../../recordings/read.ts';
import type { TaskContext, TaskKind } from '../../task.ts';

type Context = TaskContext<'ler_gravacoes'>;

/** A batch whose reading by this very task has failed, now that the task goes on. Null: it is somebody else's by now. */
async function takeUpAgain({ db, task, save }: Context): Promise<Lote | null> {
  return db.transaction(async (tx) => {
    await save(tx, {});
    const { rowCount } = await tx.query({
      name: 'batch-again',
      text: `UPDATE lotes_gravacao SET estado = 'lendo', motivo = NULL, updated_at = now() WHERE id = $1 AND estado = 'falhou' AND tarefa_id = $2`,
      values: [task.parametros.loteId, task.id],
    });
    return rowCount ? readBatch(tx, task, 'lendo') : null;
  });
}

/** Says in the batch why it cannot be read. @returns false where it is somebody else's by now, and nothing was said */
async function tellFault({ db, task, save }: Context, { message }: Error): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await save(tx, {});
      await holdBatch(tx, task, 'lendo');
      await failBatch(tx, task.parametros.loteId, message);
    });
    return true;
  } catch (error) {
    if (error instanceof BatchLostError) return false;
    throw error;
  }
}

/**
 * Reads the recordings of a batch, one by one, then finds their calls. What was read stands in the batch: whoever goes on, after whatever
 * death, reads the rest. A batch that cannot be read ends with the reason.
 */
export const lerGravacoes: TaskKind<'ler_gravacoes'> = {
  begin: async ({ db, task, save }) => {
    const { feito, total } = await countFiles(db, task.parametros.loteId);
    await save(db, { feito, ...(total > 0 ? { total } : {}), cursor: {} });
  },
  step: async (context) => {
    const { db, task } = context;
    const lote = (await readBatch(db, task, 'lendo')) ?? (await takeUpAgain(context));
    if (!lote) return false;
    try {
      if (await readSome(context, lote)) return true;
      await pairBatch(context, lote);
    } catch (error) {
      // Given up: somebody else's now.
      if (error instanceof BatchLostError) return false;
      // A pattern of names that takes too long is a fault of the batch as well.
      if (!(error instanceof UnreadableError) && !(error instanceof AppError)) throw error;
      if (!(await tellFault(context, error))) return false;
      throw new AppError('arquivo_invalido', error.message);
    }
    return false;
  },
  ended: async (db, { id }) => {
    await forgetArchive(id);
    await failStrandedBatches(db, id);
  },
};
