import type { PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';

import { pairUp } from '../../../portal/pair.ts';
import {
  type ArquivoDoPreparo,
  failPreparo,
  failStranded,
  holdPreparo,
  type PreparoLido,
  PreparoLostError,
  readPreparo,
} from '../../../portal/preparo-repo.ts';
import { readPerguntas, readPlanilha } from '../../../portal/read-files.ts';
import { countRecordings, readArquivo, readAudio } from '../../../portal/recordings.ts';
import { UnreadableError } from '../../../reading/unreadable.ts';
import { forgetArchive } from '../../../recordings/local-files.ts';
import type { TaskContext, TaskKind } from '../../task.ts';

type Context = TaskContext<'ler_auditoria'>;

const READERS: Record<
  PapelArquivo,
  (context: Context, preparo: PreparoLido, arquivo: ArquivoDoPreparo) => Promise<void>
> = {
  perguntas: readPerguntas,
  planilha_respostas: readPlanilha,
  audio: readAudio,
  zip_audios: readArquivo,
};
/** What is read first: what is refused at once is told at once. */
const ORDEM: readonly PapelArquivo[] = ['perguntas', 'planilha_respostas', 'audio', 'zip_audios'];

/** A file that has not been read, in the order of reading. A sheet whose headings were forgotten is read again. */
function nextFile({ arquivos, colunas }: PreparoLido): ArquivoDoPreparo | undefined {
  const waits = ({ papel, lido }: ArquivoDoPreparo) =>
    !lido || (papel === 'planilha_respostas' && colunas.length === 0);
  return ORDEM.flatMap((papel) => arquivos.filter((one) => one.papel === papel)).find(waits);
}

/**
 * A preparation whose reading by this very task has failed, now that the task goes on: because somebody asked for it, or because its worker
 * died before it could end the task. Null: it is somebody else's by now.
 */
async function takeUpAgain({ db, task, save }: Context): Promise<PreparoLido | null> {
  return db.transaction(async (tx) => {
    await save(tx, {});
    const { rowCount } = await tx.query({
      name: 'portal-again',
      text: `UPDATE auditoria_preparos SET estado = 'analisando', motivo = NULL, motivo_papel = NULL, updated_at = now()
             WHERE id = $1 AND estado = 'falhou' AND tarefa_id = $2`,
      values: [task.parametros.preparoId, task.id],
    });
    return rowCount ? readPreparo(tx, task, 'analisando') : null;
  });
}

/** Says in the preparation why a file cannot be read. @returns false where it is somebody else's by now, and nothing was said */
async function tellFault(
  { db, task, save }: Context,
  { message }: UnreadableError,
  papel: PapelArquivo | null,
): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await save(tx, {});
      await holdPreparo(tx, task, 'analisando');
      await failPreparo(tx, task.parametros.preparoId, message, papel);
    });
    return true;
  } catch (error) {
    if (error instanceof PreparoLostError) return false;
    throw error;
  }
}

/**
 * Reads the four files of a prepared audit, file by file and recording by recording, and pairs them. What was read stands in the
 * preparation: whoever goes on reads the rest. A file that cannot be read ends it, with the reason in the preparation.
 */
export const lerAuditoria: TaskKind<'ler_auditoria'> = {
  begin: async ({ db, task, save }) => {
    const { feito, total } = await countRecordings(db, task.parametros.preparoId);
    await save(db, { feito, ...(total > 0 ? { total } : {}), cursor: {} });
  },
  step: async (context) => {
    const { db, task } = context;
    const preparo = (await readPreparo(db, task, 'analisando')) ?? (await takeUpAgain(context));
    if (!preparo) return false;
    const arquivo = nextFile(preparo);
    try {
      if (arquivo) await READERS[arquivo.papel](context, preparo, arquivo);
      else await pairUp(context, preparo);
    } catch (error) {
      // Cancelled, or corrected: somebody else's now.
      if (error instanceof PreparoLostError) return false;
      if (!(error instanceof UnreadableError)) throw error;
      // What is cancelled has lost its files, too.
      if (!(await tellFault(context, error, arquivo?.papel ?? null))) return false;
      throw new AppError('arquivo_invalido', error.message);
    }
    return true;
  },
  ended: async (db, { id }) => {
    await forgetArchive(id);
    await failStranded(db, id);
  },
};
