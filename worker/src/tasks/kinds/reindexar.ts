import { whereScope } from '@escuta/shared/domain/scope';
import type { TaskKind } from '../task.ts';

/** Conversations that one transaction indexes: runs of their project that end meanwhile wait for it. */
const AT_ONCE = 20;

/**
 * Builds the search's index anew from the latest runs, conversation by conversation: what is indexed goes on being found, and a run that
 * ends meanwhile writes its own. Asked for by an update that changes the index, by an administrator and by `npm run reindex`.
 */
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
      await tx.query('SELECT escuta_indexa($1::uuid[])', [itens]);
      const feito = task.feito + itens.length;
      await save(tx, { feito, cursor: { apos }, resultado: { conversas: feito } });
    });
    return true;
  },
};
