import type { Database } from '@escuta/prisma/db';
import { recordAction, SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';

const AT_ONCE = 500;

/** Deletes demo requests older than `meses`, and logs their number. */
export async function forgetOldLeads(db: Database, meses: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'sweep-leads',
      text: `DELETE FROM leads WHERE id IN (SELECT id FROM leads WHERE created_at < now() - $1 * interval '1 month'
               ORDER BY created_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
      values: [meses],
    });
    if (!rowCount) return;
    await recordAction(tx, {
      ...SYSTEM_ACTOR,
      empresaId: null,
      acao: 'leads_vencidos',
      recurso: 'lead',
      detalhes: { pedidos: rowCount, meses },
    });
  });
}

export async function forgetOldMerges(db: Database): Promise<void> {
  await db.query({
    name: 'sweep-merges',
    text: `DELETE FROM agente_fusoes WHERE id IN (SELECT id FROM agente_fusoes WHERE ate <= now() ORDER BY ate LIMIT ${AT_ONCE})`,
  });
}
