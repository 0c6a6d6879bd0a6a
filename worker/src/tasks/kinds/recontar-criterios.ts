// SQL instead of Prisma, because calls are claimed by their partial index, and locked rows are skipped.

import type { Database } from '@escuta/prisma/db';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';

import { requestTasks } from '../request-tasks.ts';
import type { TaskKind } from '../task.ts';

/** Calls per transaction; verdicts on these calls must wait until the transaction ends. */
const AT_ONCE = 200;
/** Delay before retrying locked calls, ms. */
const WAIT_MS = 1000;

/** Creates the task in each company with calls judged before their criteria were stored. */
export function requestCriteria(db: Database): Promise<void> {
  return requestTasks(db, {
    tipo: 'recontar_criterios',
    parametros: {},
    pending: 'exists (select from item_qualidade q where q.empresa_id = c.id and q.criterios_a_contar)',
  });
}

const waiting = (scope: Scope) => ({ where: { ...whereScope(scope), aContar: true } });

/** Stores the criteria of calls judged earlier; database triggers update the sums. */
export const recontarCriterios: TaskKind<'recontar_criterios'> = {
  begin: async ({ db, task, save }) => {
    const total = await db.within(task.scope).itemQualidade.count(waiting(task.scope));
    await save(db, { total, cursor: {}, resultado: { ligacoes: 0, comCriterios: 0 } });
  },
  step: async ({ db, task, save }) => {
    const counted = await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        name: 'criteria_take',
        text: `select q.item_id as id from item_qualidade q where q.empresa_id = $1 and q.criterios_a_contar
               order by q.item_id limit ${AT_ONCE} for no key update skip locked`,
        values: [task.empresaId],
      });
      if (rows.length === 0) return 0;
      // A separate statement sees verdicts given before the rows were locked.
      const { rows: written } = await tx.query<{ com: boolean }>({
        name: 'criteria_keep',
        text: `update item_qualidade q
               set criterios = c.criterios, falhas_criticas = c.falhas_criticas, criterios_a_contar = false
               from item_qualidade o, lateral escuta_criterios_da_execucao(o.execucao_id) c
               where o.item_id = any ($1::uuid[]) and q.item_id = o.item_id
               returning q.criterios <> '{}' as com`,
        values: [rows.map(({ id }) => id)],
      });
      const before = task.resultado ?? { ligacoes: 0, comCriterios: 0 };
      const feito = task.feito + rows.length;
      await save(tx, {
        feito,
        total: Math.max(task.total ?? 0, feito),
        resultado: {
          ligacoes: before.ligacoes + rows.length,
          comCriterios: before.comCriterios + written.filter(({ com }) => com).length,
        },
      });
      return rows.length;
    });
    if (counted > 0) return true;
    const left = await db.within(task.scope).itemQualidade.findFirst(waiting(task.scope));
    return left ? { esperarMs: WAIT_MS } : false;
  },
};
