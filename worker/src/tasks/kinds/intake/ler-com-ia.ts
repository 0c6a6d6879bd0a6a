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

/** The document as it stands, and what a model said of it. @throws AppError nao_encontrado once it is gone */
async function look({
  db,
  task,
}: Context): Promise<{ documento: DocumentoAoLado; leituras: LeituraDaPagina[] }> {
  const documento = await findDocument(db, task.scope, task.parametros.alvo);
  if (!documento) throw new AppError('nao_encontrado', 'O documento não está mais disponível.');
  return { documento, leituras: await readReadings(db, documento) };
}

/**
 * Has a model read the lines that the rules left, one page after the other, each page once for ever: what it answered stands in the readings,
 * and whoever goes on asks about the rest. Nothing of it is in the questionnaire before a person takes it.
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
    // Each page: what was switched off, or ran out, since the last one holds for the next.
    await assertMayPay(db, documento);
    await assertDayNotOver(db, documento.empresaId, (task.total ?? 1) - task.feito);
    const config = await getProcessingConfig(db, documento.empresaId, documento.projetoId);
    const found = await ia.catalog.resolve(config.textAnalysisConfig.modelo);
    if (!found.ok)
      throw new AppError(
        'nao_configurado',
        'O modelo de análise de texto deste projeto não está configurado.',
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
