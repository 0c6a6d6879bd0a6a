import { closeTakingBack, takeBackNext } from '../../recordings/attach.ts';
import { BatchLostError, failStrandedBatches, readBatch } from '../../recordings/batch-repo.ts';
import type { TaskKind } from '../task.ts';

/** Takes back what a batch attached and nobody processed since, one in each transaction; what stays says why. */
export const desfazerGravacoes: TaskKind<'desfazer_gravacoes'> = {
  begin: async ({ db, task, save }) => {
    const { rows } = await db.query<{ n: number }>({
      name: 'batch-to-take-back',
      text: `SELECT count(*)::int AS n FROM lote_gravacoes WHERE lote_id = $1 AND situacao = 'anexada'`,
      values: [task.parametros.loteId],
    });
    await save(db, {
      total: rows[0]?.n ?? 0,
      cursor: { indice: -1 },
      resultado: { desfeitas: 0, ficaram: 0 },
    });
  },
  step: async (context) => {
    const { db, task } = context;
    const lote = await readBatch(db, task, 'desfazendo');
    if (!lote) return false;
    try {
      if (await takeBackNext(context, lote)) return true;
      await closeTakingBack(context, lote);
    } catch (error) {
      if (!(error instanceof BatchLostError)) throw error;
    }
    return false;
  },
  ended: (db, { id }) => failStrandedBatches(db, id),
};
