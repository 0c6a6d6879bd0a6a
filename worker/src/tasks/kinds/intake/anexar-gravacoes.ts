import { whereScope } from '@escuta/shared/domain/scope';
import { settleStranded, unlessLost } from '../../../intake/intake-repo.ts';
import { attachNext, closeAttaching } from '../../../recordings/attach.ts';
import { readBatch } from '../../../recordings/batch-repo.ts';
import type { TaskKind } from '../../task.ts';

/** Attaches a confirmed batch's recordings, one per transaction, so that another worker can continue. */
export const anexarGravacoes: TaskKind<'anexar_gravacoes'> = {
  begin: async ({ db, task, save }) => {
    const { loteId } = task.parametros;
    const total = await db.within(task.scope).loteGravacaoArquivo.count({
      where: { loteId, ...whereScope(task.scope), situacao: { in: ['pareada', 'substituir', 'criar'] } },
    });
    await save(db, {
      total,
      cursor: {},
      resultado: { anexadas: 0, criadas: 0, recusadas: 0 },
    });
  },
  step: async (context) => {
    const { db, task } = context;
    const lote = await readBatch(db, task, 'anexando');
    if (!lote) return false;
    return unlessLost(async () => {
      if (await attachNext(context, lote)) return true;
      await closeAttaching(context, lote);
      return false;
    });
  },
  ended: (db, { id }) => settleStranded(db, 'lote', id),
};
