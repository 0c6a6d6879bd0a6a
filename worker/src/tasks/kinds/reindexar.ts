import type { TaskKind } from '../task.ts';

/** Conversations that one transaction indexes: runs of their project that end meanwhile wait for it. */
const AT_ONCE = 20;

/**
 * Builds the search's index anew from the latest runs, conversation by conversation: what is indexed goes on being found, and a run that
 * ends meanwhile writes its own. Asked for by an update that changes the index, by an administrator and by `npm run reindex`.
 */
export const reindexar: TaskKind<'reindexar'> = {
  begin: async ({ db, task, save }) => {
    const { rows } = await db.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM item_qualidade WHERE empresa_id = $1',
      [task.empresaId],
    );
    await save(db, { total: rows[0]?.n ?? 0, cursor: { apos: null }, resultado: { conversas: 0 } });
  },
  step: async ({ db, task, save }) => {
    const { rows } = await db.query<{ item_id: string }>(
      `SELECT item_id FROM item_qualidade WHERE empresa_id = $1 AND ($2::uuid IS NULL OR item_id > $2)
       ORDER BY item_id LIMIT ${AT_ONCE}`,
      [task.empresaId, task.cursor?.apos ?? null],
    );
    const itens = rows.map(({ item_id }) => item_id);
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
