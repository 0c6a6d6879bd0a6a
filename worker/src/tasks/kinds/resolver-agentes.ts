import { countCalls, resolveCalls } from '@escuta/shared/services/calls/call-agents';

import type { TaskKind } from '../task.ts';

/** Calls per step, so few that other tasks soon get their turn. */
const BATCH = 1000;
const COUNT_MAX = 10_000_000;

/** Assigns calls to agents again, after agents' extension periods were changed. */
export const resolverAgentes: TaskKind<'resolver_agentes'> = {
  begin: async ({ db, task, save }) =>
    save(db, {
      total: await countCalls(db, task.empresaId as string, task.parametros.trechos, COUNT_MAX),
      cursor: { trecho: 0, apos: null },
      resultado: { ligacoes: 0, mudadas: 0 },
    }),
  step: async ({ db, task, save }) => {
    const cursor = task.cursor ?? { trecho: 0, apos: null };
    const trecho = task.parametros.trechos[cursor.trecho];
    if (!trecho) return false;
    const { ligacoes, mudadas } = task.resultado ?? { ligacoes: 0, mudadas: 0 };
    await db.transaction(async (tx) => {
      const done = await resolveCalls(tx, task.empresaId as string, trecho, cursor.apos, BATCH);
      if (!done) {
        await save(tx, { cursor: { trecho: cursor.trecho + 1, apos: null } });
        return;
      }
      await save(tx, {
        // Limits the progress to the total, because calls may have arrived after the count.
        feito: Math.min(task.feito + done.vistas, task.total ?? task.feito + done.vistas),
        cursor: { trecho: cursor.trecho, apos: done.ultima },
        resultado: { ligacoes: ligacoes + done.vistas, mudadas: mudadas + done.mudadas },
      });
    });
    return true;
  },
};
