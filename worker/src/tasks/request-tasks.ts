// Raw SQL: finds companies that lack a task, checked again under the company's lock.

import type { Database } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import type { ParametrosTarefa } from '@escuta/shared/domain/tasks/tasks';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';

const COMPANIES = 20;

/**
 * Creates a task of a kind in each company that needs one after an update. A task that failed, or was stopped, is not
 * created again: a person resumes it.
 * @param pending SQL condition on company `c` for pending work
 */
export async function requestTasks<T extends TipoTarefa>(
  db: Database,
  { tipo, parametros, pending }: { tipo: T; parametros: ParametrosTarefa<T>; pending: string },
): Promise<void> {
  const wanted = `SELECT c.id FROM empresas c WHERE c.arquivada_em IS NULL AND ${pending}
    AND NOT EXISTS (SELECT FROM tarefas t WHERE t.empresa_id = c.id AND t.tipo = '${tipo}' AND t.status <> 'concluida')`;
  const { rows } = await db.query<{ id: string }>({
    name: `${tipo}-wanted`,
    text: `${wanted} ORDER BY c.id LIMIT ${COMPANIES}`,
  });
  for (const { id } of rows) {
    await db
      .transaction(async (tx) => {
        await tx.query(`SELECT FROM empresas WHERE id = $1 FOR NO KEY UPDATE`, [id]);
        const { rowCount } = await tx.query({
          name: `${tipo}-still`,
          text: `${wanted} AND c.id = $1`,
          values: [id],
        });
        const actor = SYSTEM_ACTOR;
        if (rowCount) await createTask(tx, { tipo, empresaId: id, actor, parametros });
      })
      .catch((error: unknown) => {
        // A later round creates the task when fewer are open.
        if (!(error instanceof AppError)) throw error;
      });
  }
}
