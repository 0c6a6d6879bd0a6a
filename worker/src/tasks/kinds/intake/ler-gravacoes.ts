import { settleStranded } from '../../../intake/intake-repo.ts';
import { readOrTakeUp, readUnit } from '../../../intake/reading.ts';
import { countFiles, readBatch } from '../../../recordings/batch-repo.ts';
import { forgetArchive } from '../../../recordings/local-files.ts';
import { pairBatch } from '../../../recordings/match.ts';
import { readSome } from '../../../recordings/read.ts';
import type { TaskKind } from '../../task.ts';

/**
 * Reads a batch's recordings, then finds their calls. Results are saved, so that another worker can continue. An
 * unreadable batch ends the task with the reason.
 */
export const lerGravacoes: TaskKind<'ler_gravacoes'> = {
  begin: async ({ db, task, save }) => {
    const { feito, total } = await countFiles(db, task.parametros.loteId);
    await save(db, { feito, ...(total > 0 ? { total } : {}), cursor: {} });
  },
  step: async (context) => {
    const { task } = context;
    const lote = await readOrTakeUp(context, 'lote', 'lendo', (db) => readBatch(db, task, 'lendo'));
    if (!lote) return false;
    // `refuses`: too slow a file-name pattern also counts as the batch's fault.
    return readUnit(context, 'lote', { estado: 'lendo', refuses: true }, async () => {
      if (await readSome(context, lote)) return true;
      await pairBatch(context, lote);
      return false;
    });
  },
  ended: async (db, { id }) => {
    await forgetArchive(id);
    await settleStranded(db, 'lote', id);
  },
};
