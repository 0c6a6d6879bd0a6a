// SQL instead of Prisma, because insights are claimed by their partial index, and locked rows are skipped.

import type { Database } from '@escuta/prisma/db';
import { NOTA_A_RECONTAR } from '@escuta/shared/platform/database/conditions/insight-score';
import { saveReviewedScores } from '@escuta/shared/services/insights/insight-scores';

import { requestTasks } from '../request-tasks.ts';
import type { TaskKind } from '../task.ts';

/** Insights per transaction; verdicts on these insights must wait until the transaction ends. */
const AT_ONCE = 100;
/** Delay before retrying locked insights, ms. */
const WAIT_MS = 1000;

/** Creates the task in each company with verdicts from an earlier version of the program. */
export function requestRecounts(db: Database): Promise<void> {
  return requestTasks(db, {
    tipo: 'recontar_notas',
    parametros: {},
    pending: `exists (select from insights g where g.empresa_id = c.id and ${NOTA_A_RECONTAR})`,
  });
}

/** Computes insights' scores from an earlier version's verdicts; triggers update calls' scores and sums. */
export const recontarNotas: TaskKind<'recontar_notas'> = {
  begin: async ({ db, task, save }) => {
    const { rows } = await db.query<{ n: number }>({
      name: 'recount_pending',
      text: `select count(*)::int as n from insights g where g.empresa_id = $1 and ${NOTA_A_RECONTAR}`,
      values: [task.empresaId],
    });
    const resultado = { insights: 0, alteradas: 0, semNota: 0 };
    await save(db, { total: rows[0]?.n ?? 0, cursor: {}, resultado });
  },
  step: async ({ db, task, save }) => {
    const counted = await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        name: 'recount_take',
        text: `select g.id from insights g where g.empresa_id = $1 and ${NOTA_A_RECONTAR}
               order by g.id limit ${AT_ONCE} for no key update skip locked`,
        values: [task.empresaId],
      });
      if (rows.length === 0) return 0;
      const done = await saveReviewedScores(
        tx,
        rows.map(({ id }) => id),
      );
      const before = task.resultado ?? { insights: 0, alteradas: 0, semNota: 0 };
      const feito = task.feito + done.insights;
      await save(tx, {
        feito,
        total: Math.max(task.total ?? 0, feito),
        resultado: {
          insights: before.insights + done.insights,
          alteradas: before.alteradas + done.alteradas,
          semNota: before.semNota + done.semNota,
        },
      });
      return done.insights;
    });
    if (counted > 0) return true;
    const { rowCount } = await db.query({
      name: 'recount_left',
      text: `select from insights g where g.empresa_id = $1 and ${NOTA_A_RECONTAR} limit 1`,
      values: [task.empresaId],
    });
    return rowCount ? { esperarMs: WAIT_MS } : false;
  },
};
