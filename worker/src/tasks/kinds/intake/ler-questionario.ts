import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '@escuta/prisma/db';
import { Prisma } from '@escuta/prisma/generated/client';
import { AppError } from '@escuta/shared/domain/errors';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import { discardObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { fetchFile, makeWorkDir } from '../../../engine/work-dir.ts';
import { readQuestionnaireFile } from '../../../reading/read-file.ts';
import { UnreadableError } from '../../../reading/unreadable.ts';
import type { ClaimedTask, TaskContext, TaskKind } from '../../task.ts';

const BUSCA_MS = 60_000;
const SUMIU = 'O arquivo já foi apagado. Envie-o de novo.';

/** Reads a questionnaire from a document. The result changes no question until a person accepts it. */
export const lerQuestionario = (
  buscaMs = BUSCA_MS,
  readFile = readQuestionnaireFile,
): TaskKind<'ler_questionario'> => ({
  begin: async ({ db, save }) => save(db, { total: 1, cursor: {} }),
  step: async (context) => {
    const { task, db, save } = context;
    if (task.feito > 0) return false;
    const lido = await read(context, buscaMs, readFile);
    const avisos = lido.perguntas.reduce((sum, one) => sum + one.avisos.length, 0);
    await db.transaction(async (tx) => {
      await save(tx, { feito: 1, resultado: { perguntas: lido.perguntas.length, avisos, lido } });
      if (lido.linhas) await keepLines(tx, task, lido.linhas);
    });
    return true;
  },
  ended: async (db, { id, parametros }) => {
    await forgetUnread(db, id);
    await discardObject(db, parametros.chave);
  },
});

/** Stores the document's lines until a person takes its questions over, for at most a week. */
async function keepLines(
  tx: Db,
  { id, parametros }: ClaimedTask<'ler_questionario'>,
  linhas: readonly LinhaLida[],
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'document_lines',
    text: `update questionario_documentos set linhas = $2::jsonb, expira_em = now() + interval '7 days'
      where tarefa_id = $1`,
    values: [id, JSON.stringify(linhas)],
  });
  // The object stays scheduled for deletion if the row is gone.
  if (rowCount) await withdrawObject(tx, parametros.chave);
}

async function forgetUnread(db: Db, tarefaId: string): Promise<void> {
  await db
    .within(INSTALACAO)
    .questionarioDocumento.deleteMany({ where: { tarefaId, linhas: { equals: Prisma.DbNull } } });
}

/** @throws AppError arquivo_invalido with the reason, nao_encontrado if the document was deleted */
async function read(
  { store, signal, task }: TaskContext<'ler_questionario'>,
  buscaMs: number,
  readFile: typeof readQuestionnaireFile,
) {
  const { chave, extensao } = task.parametros;
  const folder = await makeWorkDir();
  const arquivo = join(folder, 'documento');
  try {
    // The time limit keeps a dead storage from blocking the company's other tasks.
    await fetchFile(store, chave, arquivo, AbortSignal.any([signal, AbortSignal.timeout(buscaMs)]));
    const lido = await readFile({ arquivo, nome: `documento${extensao}` }, signal);
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
