import { AppError } from '@escuta/shared/domain/errors';
import { EXPORTACAO_GUARDADA_DIAS } from '@escuta/shared/domain/exports/exports';
import { companyScope } from '@escuta/shared/domain/scope';
import { announceObject, discardObject } from '@escuta/shared/platform/storage/pending-objects';
import { TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { Snapshot } from '@escuta/shared/services/exports/snapshot';
import { exportedDetails } from '@escuta/shared/services/lists/export-details';
import { prepareFile } from '@escuta/shared/services/lists/export-file';
import { exportKey } from '@escuta/shared/services/lists/export-object';
import { recordAction } from '@escuta/shared/services/log/audit-log';

import type { TaskContext, TaskKind } from '../task.ts';
import { showProgress } from '../task-repo.ts';

const PRAZO_MS = 30 * 60_000;
/** Interval of progress reports and checks for a request to stop, ms. */
const MOSTRA_MS = 1000;

/** Writes a list from a single snapshot into a stored file; the task cannot resume. */
export const exportar: TaskKind<'exportar'> = {
  begin: ({ db, save }) => save(db, { cursor: {} }),
  step: async (context) => {
    const { task, db } = context;
    if (task.resultado) return false;
    if (task.empresaId === null)
      throw new AppError('regra_violada', 'Selecione uma empresa: cada exportação é de uma única empresa.');
    const chave = exportKey(task.empresaId, task.id, task.versao);
    await announceObject(db, task.empresaId, chave);
    try {
      await write(context, task.empresaId, chave);
    } catch (error) {
      await discardObject(db, chave);
      throw error;
    }
    return true;
  },
};

async function write(
  { task, db, store, signal, save }: TaskContext<'exportar'>,
  empresaId: string,
  chave: string,
): Promise<void> {
  const { pedido, nome } = task.parametros;
  let feito = 0;
  const snapshot = await Snapshot.open(db);
  try {
    const { linhas, bytes } = await prepareFile(snapshot, task.scope, pedido, {
      seen: (rows) => {
        feito += rows;
      },
    });
    await showProgress(db, task, { feito: 0, total: linhas });
    const stream = bytes();
    const stop = (error: unknown) => stream.destroy(error as Error);
    const lost = () => stop(signal.reason);
    signal.addEventListener('abort', lost, { once: true });
    const late = setTimeout(
      () =>
        stop(
          new AppError(
            'regra_violada',
            'A exportação passou de 30 minutos. Selecione menos linhas e exporte de novo.',
          ),
        ),
      PRAZO_MS,
    );
    let showing = false;
    const shown = setInterval(() => {
      if (showing) return;
      showing = true;
      showProgress(db, task, { feito, total: linhas })
        .catch(stop)
        .finally(() => {
          showing = false;
        });
    }, MOSTRA_MS);
    let size: number;
    try {
      ({ size } = await store.put(chave, stream, { contentType: TIPO_DO_FORMATO[pedido.formato] }));
    } finally {
      clearInterval(shown);
      clearTimeout(late);
      signal.removeEventListener('abort', lost);
    }
    const ate = new Date(Date.now() + EXPORTACAO_GUARDADA_DIAS * 86_400_000);
    await db.transaction(async (tx) => {
      await save(tx, {
        feito: linhas,
        total: linhas,
        resultado: {
          tipo: pedido.tipo,
          linhas,
          bytes: size,
          nome,
          versao: task.versao,
          ate: ate.toISOString(),
        },
      });
      // The file counts towards the company's quota until it is deleted.
      await tx.within(companyScope(empresaId)).objetoPendente.updateMany({
        where: { chave, empresaId },
        data: { apagarEm: ate, tamanho: size },
      });
      await recordAction(tx, {
        ...task.actor,
        empresaId,
        acao: 'lista_exportada',
        recurso: pedido.tipo,
        recursoId: pedido.alvo?.id ?? empresaId,
        detalhes: { ...exportedDetails(pedido), linhas, tarefa: task.id },
      });
    });
  } finally {
    await snapshot.close();
  }
}
