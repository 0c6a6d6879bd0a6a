import { whereScope } from '@escuta/shared/domain/scope';
import { settleStranded, unlessLost } from '../../../intake/intake-repo.ts';
import { closeTakingBack, takeBackNext } from '../../../recordings/attach.ts';
import { readBatch } from '../../../recordings/batch-repo.ts';
import type { TaskKind } from '../../task.ts';

/** Detaches a batch's recordings, one per transaction; recordings of calls processed meanwhile stay. */
export const desfazerGravacoes: TaskKind<'desfazer_gravacoes'> = {
  begin: async ({ db, task, save }) => {
    const { loteId } = task.parametros;
    const total = await db.within(task.scope).loteGravacaoArquivo.count({
      where: { loteId, ...whereScope(task.scope), situacao: 'anexada' },
    });
    await save(db, {
      total,
      cursor: { indice: -1 },
      resultado: { desfeitas: 0, ficaram: 0 },
    });
  },
  step: async (context) => {
    const { db, task } = context;
    const lote = await readBatch(db, task, 'desfazendo');
    if (!lote) return false;
    return unlessLost(async () => {
      if (await takeBackNext(context, lote)) return true;
      await closeTakingBack(context, lote);
      return false;
    });
  },
  ended: (db, { id }) => settleStranded(db, 'lote', id),
};
