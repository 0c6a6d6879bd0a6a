import { AppError } from '@escuta/shared/domain/errors';
import type { ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import { assertMayPay } from '@escuta/shared/services/credits/may-pay';
import { assertDayNotOver } from '@escuta/shared/services/documents/daily-limit';
import {
  type DocumentoAoLado,
  findDocument,
  type LeituraDaPagina,
  pagesToAsk,
  readReadings,
} from '@escuta/shared/services/documents/document';
import { getProcessingConfig } from '@escuta/shared/services/runs/processing-config';
import { readPage } from '../../../documents/read-page.ts';
import type { TaskContext, TaskKind } from '../../task.ts';

type Context = TaskContext<'ler_com_ia'>;

const NADA: ResultadoTarefa<'ler_com_ia'> = { paginas: 0, propostas: 0, recusadas: 0, ilegiveis: 0 };

/**
 * Reads a task's document, and a model's earlier answers about it.
 * @throws AppError nao_encontrado if the document was deleted
 */
async function look({
  db,
  task,
}: Context): Promise<{ documento: DocumentoAoLado; leituras: LeituraDaPagina[] }> {
  const documento = await findDocument(db, task.scope, task.parametros.alvo);
  if (!documento)
    throw new AppError('nao_encontrado', 'O documento não está mais disponível. Envie-o de novo.');
  return { documento, leituras: await readReadings(db, documento) };
}

/**
 * Sends to a model the lines that the rules could not read, each page once. The answers are saved, so that another
 * worker can continue; they take effect only if a person accepts them.
 */
export const lerComIa: TaskKind<'ler_com_ia'> = {
  begin: async (context) => {
    const { documento, leituras } = await look(context);
    const total = pagesToAsk(documento, leituras).length;
    await context.save(context.db, { total, cursor: {}, resultado: NADA });
  },
  step: async (context) => {
    const { db, task, ia, save } = context;
    if (ia.demonstracao) throw new AppError('regra_violada', 'No modo demonstração, a IA não lê documentos.');
    const { documento, leituras } = await look(context);
    const [page] = pagesToAsk(documento, leituras);
    if (!page) return false;
    // Checks again, because limits and settings may have changed since the last page.
    await assertMayPay(db, documento);
    await assertDayNotOver(db, documento.empresaId, (task.total ?? 1) - task.feito);
    const config = await getProcessingConfig(db, documento.empresaId, documento.projetoId);
    const found = await ia.catalog.resolve(config.textAnalysisConfig.modelo);
    if (!found.ok)
      throw new AppError(
        'nao_configurado',
        'O modelo de análise de texto deste projeto não está configurado. Fale com o administrador da instalação.',
      );
    const { provedor, modelo } = found.modelo;
    const lida = await readPage(context, documento, page, { provedor, modelo });
    const before = task.resultado ?? NADA;
    await save(db, {
      feito: task.feito + 1,
      falhas: task.falhas + Number(lida.ilegivel),
      resultado: {
        paginas: before.paginas + 1,
        propostas: before.propostas + lida.propostas,
        recusadas: before.recusadas + lida.recusadas,
        ilegiveis: before.ilegiveis + Number(lida.ilegivel),
      },
    });
    return true;
  },
};
