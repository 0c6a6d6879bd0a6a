import { NADA_RELIDO, rereadSurvey } from '../../portal/reread.ts';
import { countPending, nextSurvey, wishJudged } from '../../portal/reread-repo.ts';
import type { TaskKind } from '../task.ts';

/** Greatest number of a company's interviews that wait for new verdicts. */
const WISHES = 20;
/** Interval between counts of waiting interviews, ms. */
const WAIT_MS = 1000;

/**
 * Reads again the sheets whose unread cells an earlier version took for blank, and requests new verdicts
 * (worker/src/rejudge.ts).
 */
export const relerPlanilhas: TaskKind<'reler_planilhas'> = {
  begin: async ({ db, task, save }) => {
    const total = await countPending(db, task.empresaId);
    await save(db, { total, cursor: {}, resultado: NADA_RELIDO });
  },
  step: async (context) => {
    const { db, task, save } = context;
    const pesquisaId = await nextSurvey(db, task.empresaId);
    if (pesquisaId !== null) {
      await rereadSurvey(context, pesquisaId);
      return true;
    }
    await wishJudged(db, task.empresaId, WISHES);
    const left = await countPending(db, task.empresaId);
    const total = Math.max(task.total ?? 0, left);
    await save(db, { feito: total - left, total });
    return left === 0 ? false : { esperarMs: WAIT_MS };
  },
};
