import type { Database } from '@escuta/prisma/db';
import { recordAction, SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';

const AT_ONCE = 500;

/** Deletes demo requests older than `meses`, and logs their number. */
export async function forgetOldLeads(db: Database, meses: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'sweep_leads',
      text: `delete from leads where id in (select id from leads where created_at < now() - $1 * interval '1 month'
               order by created_at limit ${AT_ONCE} for update skip locked)`,
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
    name: 'sweep_merges',
    text: `delete from agente_fusoes where id in (select id from agente_fusoes where ate <= now()
      order by ate limit ${AT_ONCE})`,
  });
}
