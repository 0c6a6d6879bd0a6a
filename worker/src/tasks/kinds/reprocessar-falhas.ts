import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope } from '@escuta/shared/domain/scope';
import { LOTE_SEM_NADA, type ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import type { TaskKind } from '../task.ts';

const MAX_PROBLEMS = 50;

type Resultado = ResultadoTarefa<'reprocessar_falhas'>;
type Letra = { id: string; itemId: string; empresaId: string };

/** Retries failed runs one by one; those of a company without credits stay open. */
export const reprocessarFalhas: TaskKind<'reprocessar_falhas'> = {
  // Not called for a task with failed runs, because the request that creates the task already stored them.
  begin: async ({ db, save }) => save(db, { total: 0, cursor: { falhas: [] }, resultado: LOTE_SEM_NADA }),
  step: async (context) => {
    const { task, db, save } = context;
    const letra = task.cursor?.falhas[task.feito];
    if (!letra) return false;
    const resultado = structuredClone(task.resultado ?? LOTE_SEM_NADA);
    const feito = task.feito + 1;
    if (resultado.empresasSemCredito.some(({ id }) => id === letra.empresaId)) {
      resultado.semCredito += 1;
      await save(db, { feito, falhas: task.falhas + 1, resultado });
      return true;
    }
    try {
      await retryDeadLetter(
        db,
        {
          scope: task.scope,
          letraId: letra.id,
          actor: task.actor,
          entrevistaMinutos: context.entrevistaMinutos,
          prioridade: 'lote',
          alongside: (db) =>
            save(db, { feito, resultado: { ...resultado, reprocessadas: resultado.reprocessadas + 1 } }),
        },
        context.publish,
        context.notices,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const failed = await noteRefusal(db, resultado, letra, error);
      await save(db, { feito, falhas: task.falhas + (failed ? 1 : 0), resultado });
    }
    return true;
  },
};

/** Notes why a failed run was not retried. @returns true if the refusal counts as a failure of the task */
async function noteRefusal(
  db: Db,
  resultado: Resultado,
  letra: Letra,
  { code, message }: AppError,
): Promise<boolean> {
  if (code === 'confirmacao_necessaria') {
    resultado.processadasDepois += 1;
    return false;
  }
  if (code === 'conflito' || code === 'nao_encontrado') {
    resultado.jaTratadas += 1;
    return false;
  }
  if (code === 'creditos_insuficientes') {
    const id = letra.empresaId;
    const empresa = await db
      .within(companyScope(id))
      .empresa.findFirst({ where: { id }, select: { nome: true } });
    resultado.semCredito += 1;
    resultado.empresasSemCredito.push({ id, nome: empresa?.nome ?? '' });
  } else resultado.recusadas += 1;
  if (resultado.problemas.length < MAX_PROBLEMS) {
    resultado.problemas.push({ falhaId: letra.id, itemId: letra.itemId, codigo: code, mensagem: message });
  }
  return true;
}
