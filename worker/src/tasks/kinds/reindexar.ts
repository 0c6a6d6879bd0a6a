import { whereScope } from '@escuta/shared/domain/scope';
import type { TaskKind } from '../task.ts';

/** Conversations per transaction, during which runs of their project cannot end. */
const AT_ONCE = 20;

/** Rebuilds the search index conversation by conversation; indexed conversations stay searchable. */
export const reindexar: TaskKind<'reindexar'> = {
  begin: async ({ db, task, save }) => {
    const total = await db.within(task.scope).itemQualidade.count({ where: whereScope(task.scope) });
    await save(db, { total, cursor: { apos: null }, resultado: { conversas: 0 } });
  },
  step: async ({ db, task, save }) => {
    const { apos: last = null } = task.cursor ?? {};
    const rows = await db.within(task.scope).itemQualidade.findMany({
      where: { ...whereScope(task.scope), ...(last && { itemId: { gt: last } }) },
      orderBy: { itemId: 'asc' },
      select: { itemId: true },
      take: AT_ONCE,
    });
    const itens = rows.map(({ itemId }) => itemId);
    const apos = itens.at(-1);
    if (apos === undefined) return false;
    await db.transaction(async (tx) => {
      await tx.query('select escuta_indexa($1::uuid[])', [itens]);
      const feito = task.feito + itens.length;
      await save(tx, { feito, cursor: { apos }, resultado: { conversas: feito } });
    });
    return true;
  },
};
