import { attachNext, closeAttaching } from '../../recordings/attach.ts';
import { BatchLostError, failStrandedBatches, readBatch } from '../../recordings/batch-repo.ts';
import type { TaskKind } from '../task.ts';

/**
 * Attaches the recordings of a confirmed batch to their calls, one in each transaction: what is attached stands in the recording's own row,
 * so that whoever goes on attaches the others, and nothing twice.
 */
export const anexarGravacoes: TaskKind<'anexar_gravacoes'> = {
  begin: async ({ db, task, save }) => {
    const { rows } = await db.query<{ n: number }>({
      name: 'batch-to-attach',
      text: `SELECT count(*)::int AS n FROM lote_gravacoes WHERE lote_id = $1 AND situacao IN ('pareada', 'substituir', 'criar')`,
      values: [task.parametros.loteId],
    });
    await save(db, {
      total: rows[0]?.n ?? 0,
      cursor: {},
      resultado: { anexadas: 0, criadas: 0, recusadas: 0 },
    });
  },
  step: async (context) => {
    const { db, task } = context;
    const lote = await readBatch(db, task, 'anexando');
    if (!lote) return false;
    try {
      if (await attachNext(context, lote)) return true;
      await closeAttaching(context, lote);
    } catch (error) {
      if (!(error instanceof BatchLostError)) throw error;
    }
    return false;
  },
  ended: (db, { id }) => failStrandedBatches(db, id),
};
