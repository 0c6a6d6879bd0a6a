// SQL instead of Prisma, because companies that lack a task are found, and checked again under the company's lock.

import type { Database } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import type { ParametrosTarefa } from '@escuta/shared/domain/tasks/tasks';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';

const COMPANIES = 20;

/**
 * After an update, creates a task in each company that needs it, except where such a task failed or was stopped,
 * because a person must resume that task.
 * @param pending SQL condition for a company `c` that needs the task
 */
export async function requestTasks<T extends TipoTarefa>(
  db: Database,
  { tipo, parametros, pending }: { tipo: T; parametros: ParametrosTarefa<T>; pending: string },
): Promise<void> {
  const wanted = `select c.id from empresas c where c.arquivada_em is null and ${pending}
    and not exists (select from tarefas t where t.empresa_id = c.id and t.tipo = '${tipo}'
      and t.status <> 'concluida')`;
  const { rows } = await db.query<{ id: string }>({
    name: `${tipo}_wanted`,
    text: `${wanted} order by c.id limit ${COMPANIES}`,
  });
  for (const { id } of rows) {
    await db
      .transaction(async (tx) => {
        await tx.query(`select from empresas where id = $1 for no key update`, [id]);
        const { rowCount } = await tx.query({
          name: `${tipo}_still`,
          text: `${wanted} and c.id = $1`,
          values: [id],
        });
        const actor = SYSTEM_ACTOR;
        if (rowCount) await createTask(tx, { tipo, empresaId: id, actor, parametros });
      })
      .catch((error: unknown) => {
        // If the company has too many open tasks, a later round creates the task.
        if (!(error instanceof AppError)) throw error;
      });
  }
}
