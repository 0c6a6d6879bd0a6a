import type { PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { sql } from '@escuta/shared/platform/database/sql';
import { settleStranded } from '../../../intake/intake-repo.ts';
import { readOrTakeUp, readUnit } from '../../../intake/reading.ts';
import { pairUp } from '../../../portal/pair.ts';
import { type ArquivoDoPreparo, type PreparoLido, readPreparo } from '../../../portal/preparo-repo.ts';
import { readPerguntas, readPlanilha } from '../../../portal/read-files.ts';
import { countRecordings, readArquivo, readAudio } from '../../../portal/recordings.ts';
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
/** Small files come first, so that their faults are reported early. */
const ORDEM: readonly PapelArquivo[] = ['perguntas', 'planilha_respostas', 'audio', 'zip_audios'];

/** The next file to read; a sheet whose headings were discarded is read again. */
function nextFile({ arquivos, colunas }: PreparoLido): ArquivoDoPreparo | undefined {
  const waits = ({ papel, lido }: ArquivoDoPreparo) =>
    !lido || (papel === 'planilha_respostas' && colunas.length === 0);
  return ORDEM.flatMap((papel) => arquivos.filter((one) => one.papel === papel)).find(waits);
}

/**
 * Reads a prepared audit's four files, and pairs rows with recordings. Results are saved, so that another worker can
 * continue. An unreadable file ends the reading with its reason.
 */
export const lerAuditoria: TaskKind<'ler_auditoria'> = {
  begin: async ({ db, task, save }) => {
    const { feito, total } = await countRecordings(db, task.parametros.preparoId);
    await save(db, { feito, ...(total > 0 ? { total } : {}), cursor: {} });
  },
  step: async (context) => {
    const { task } = context;
    const preparo = await readOrTakeUp(context, 'preparo', 'analisando', (db) =>
      readPreparo(db, task, 'analisando'),
    );
    if (!preparo) return false;
    const arquivo = nextFile(preparo);
    const also = sql`motivo_papel = ${arquivo?.papel ?? null},`;
    return readUnit(context, 'preparo', { estado: 'analisando', also }, async () => {
      if (arquivo) await READERS[arquivo.papel](context, preparo, arquivo);
      else await pairUp(context, preparo);
      return true;
    });
  },
  ended: async (db, { id }) => {
    await forgetArchive(id);
    await settleStranded(db, 'preparo', id);
  },
};
