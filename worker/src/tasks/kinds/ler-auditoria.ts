import type { PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import { transaction } from '@escuta/shared/node/transaction';
import { forgetArchive } from '../../portal/local-files.ts';
import { pairUp } from '../../portal/pair.ts';
import {
  type ArquivoDoPreparo,
  failPreparo,
  failStranded,
  holdPreparo,
  type PreparoLido,
  PreparoLostError,
  readPreparo,
} from '../../portal/preparo-repo.ts';
import { readPerguntas, readPlanilha } from '../../portal/read-files.ts';
import { countRecordings, readArquivo, readAudio } from '../../portal/recordings.ts';
import { UnreadableError } from '../../reading/unreadable.ts';
import type { TaskContext, TaskKind } from '../task.ts';

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
 * Reads the four files of a prepared audit, file by file and recording by recording, and pairs them. What was read stands in the
 * preparation: whoever goes on reads the rest. A file that cannot be read ends it, with the reason in the preparation.
 */
export const lerAuditoria: TaskKind<'ler_auditoria'> = {
  begin: async ({ pool, task, save }) => {
    const { feito, total } = await countRecordings(pool, task.parametros.preparoId);
    await save(pool, { feito, ...(total > 0 ? { total } : {}), cursor: {} });
  },
  step: async (context) => {
    const { pool, task, save } = context;
    const preparo = await readPreparo(pool, task, 'analisando');
    if (!preparo) return false;
    const arquivo = nextFile(preparo);
    try {
      if (arquivo) await READERS[arquivo.papel](context, preparo, arquivo);
      else await pairUp(context, preparo);
    } catch (error) {
      // Cancelled, or corrected: somebody else's now.
      if (error instanceof PreparoLostError) return false;
      if (!(error instanceof UnreadableError)) throw error;
      await transaction(pool, async (tx) => {
        await save(tx, {});
        await holdPreparo(tx, task, 'analisando');
        await failPreparo(tx, preparo.id, error.message, arquivo?.papel ?? null);
      });
      throw new AppError('arquivo_invalido', error.message);
    }
    return true;
  },
  ended: async (db, { id }) => {
    await forgetArchive(id);
    await failStranded(db, id);
  },
};
