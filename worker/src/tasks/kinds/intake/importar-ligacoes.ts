import { AppError } from '@escuta/shared/domain/errors';

import {
  endPhase,
  holdImport,
  type Importacao,
  ImportLostError,
  readImport,
  settleStranded,
} from '../../../imports/import-repo.ts';
import { readPhase } from '../../../imports/read-phase.ts';
import { closeRows } from '../../../imports/row-source.ts';
import { writePhase } from '../../../imports/write-phase.ts';
import { UnreadableError } from '../../../reading/unreadable.ts';
import type { TaskContext, TaskKind } from '../../task.ts';

type Context = TaskContext<'importar_ligacoes'>;

/** One that was interrupted goes on where it stopped, once its task is asked to. */
async function takeUpAgain({ db, task }: Context, importacao: Importacao): Promise<Importacao | null> {
  if (importacao.estado !== 'interrompida') return null;
  await db.query(
    `UPDATE importacoes SET estado = 'importando', motivo = NULL, updated_at = now()
     WHERE id = $1 AND estado = 'interrompida' AND tarefa_id = $2
       AND NOT EXISTS (SELECT FROM importacoes o WHERE o.projeto_id = importacoes.projeto_id AND o.id <> importacoes.id
         AND o.estado IN ('importando', 'desfazendo'))`,
    [importacao.id, task.id],
  );
  const again = await readImport(db, task);
  if (again?.estado === 'importando') return again;
  throw new AppError('conflito', 'Já há uma importação em andamento neste projeto.');
}

/**
 * Says in the import why its file cannot be read; of another sheet of it, which leaves the one before to be chosen again.
 * @returns false where it is somebody else's by now
 */
async function tellFault(
  { db, task, save }: Context,
  { aba }: Importacao,
  { message }: UnreadableError,
): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await save(tx, {});
      await holdImport(tx, task, 'lendo');
      await endPhase(tx, task.parametros.importacaoId, {
        estado: aba === null ? 'falhou' : 'mapear',
        motivo: message,
      });
    });
    return true;
  } catch (error) {
    if (error instanceof ImportLostError) return false;
    throw error;
  }
}

/**
 * What is to be done with an import of calls next, as its state says: reading its file, the dry run, or writing its calls. How far it is
 * stands in the import, written with each batch: whoever goes on writes nothing twice.
 */
export const importarLigacoes: TaskKind<'importar_ligacoes'> = {
  begin: ({ db, save }) => save(db, { cursor: {} }),
  step: async (context) => {
    const { db, task } = context;
    const found = await readImport(db, task);
    const importacao = found && ((await takeUpAgain(context, found)) ?? found);
    try {
      if (importacao?.estado === 'lendo') {
        await readPhase(context, importacao);
        return (await readImport(db, task))?.estado === 'importando';
      }
      if (importacao?.estado === 'simulando' || importacao?.estado === 'importando')
        return await writePhase(context, importacao);
      return false;
    } catch (error) {
      if (error instanceof ImportLostError) return false;
      if (!(error instanceof UnreadableError)) throw error;
      if (importacao?.estado === 'lendo' && !(await tellFault(context, importacao, error))) return false;
      throw new AppError('arquivo_invalido', error.message);
    }
  },
  ended: async (db, { id }) => {
    await closeRows(id);
    await settleStranded(db, id);
  },
};
