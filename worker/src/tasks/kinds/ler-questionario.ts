import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@escuta/shared/domain/errors';
import { ObjectNotFoundError } from '@escuta/shared/node/object-store';
import { discardObject } from '@escuta/shared/node/pending-objects';
import { fetchFile, makeWorkDir } from '../../engine/work-dir.ts';
import { readQuestionnaireFile } from '../../reading/read-file.ts';
import { UnreadableError } from '../../reading/unreadable.ts';
import type { TaskContext, TaskKind } from '../task.ts';

/** The document is waited for this long, ms. */
const BUSCA_MS = 60_000;
const SUMIU = 'O arquivo já foi apagado. Envie-o de novo.';

/** Reads a questionnaire out of a document that somebody sent. What was read waits for a person: nothing else is changed. */
export const lerQuestionario = (buscaMs = BUSCA_MS): TaskKind<'ler_questionario'> => ({
  begin: async ({ pool, save }) => save(pool, { total: 1, cursor: {} }),
  step: async (context) => {
    const { task, pool, save } = context;
    if (task.feito > 0) return false;
    const lido = await read(context, buscaMs);
    const avisos = lido.perguntas.reduce((sum, one) => sum + one.avisos.length, 0);
    await save(pool, { feito: 1, resultado: { perguntas: lido.perguntas.length, avisos, lido } });
    return true;
  },
  ended: (db, { parametros }) => discardObject(db, parametros.chave),
});

/** @throws AppError arquivo_invalido with why it cannot be read, nao_encontrado once the file is gone */
async function read({ store, signal, task }: TaskContext<'ler_questionario'>, buscaMs: number) {
  const { chave, extensao } = task.parametros;
  const folder = await makeWorkDir();
  const arquivo = join(folder, 'documento');
  try {
    // A storage that never answers holds neither this task nor the company's others for ever.
    await fetchFile(store, chave, arquivo, AbortSignal.any([signal, AbortSignal.timeout(buscaMs)]));
    const lido = await readQuestionnaireFile({ arquivo, nome: `documento${extensao}` }, signal);
    if (lido.perguntas.length === 0)
      throw new AppError(
        'arquivo_invalido',
        'Nenhuma pergunta foi reconhecida no arquivo. As perguntas devem estar numeradas (1., P1, Q1…).',
      );
    return lido;
  } catch (error) {
    if (error instanceof UnreadableError) throw new AppError('arquivo_invalido', error.message);
    if (error instanceof ObjectNotFoundError) throw new AppError('nao_encontrado', SUMIU);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
