// SQL instead of Prisma, because the expiry of a prepared audit depends on its uploads.

import { PREPARO_ABERTO } from '@escuta/shared/domain/audit-preparation';
import { sql } from '@escuta/shared/platform/database/sql';
import { discardPreparo } from '@escuta/shared/services/portal/preparos';
import type { Expiring } from '../intake/intake-repo.ts';

const ESQUECIDA = 'Ninguém continuou esta auditoria a tempo: os arquivos foram apagados.';

/** Deletes the files of unconfirmed prepared audits. */
export const expiringPreparations: Expiring = {
  open: PREPARO_ABERTO,
  atOnce: 20,
  due: sql`n.estado = any (${PREPARO_ABERTO}::text[]) and n.estado <> 'analisando'
    and not (n.estado = 'enviando' and exists (select from envios v where v.dono = 'preparo' and v.dono_id = n.id
      and v.expira_em > now()))`,
  throwAway: async (tx, expired) => {
    for (const { id } of expired) {
      await discardPreparo(tx, id);
      await tx.query({
        name: 'portal_expire',
        text: `update auditoria_preparos set estado = 'cancelado', motivo = $2, motivo_papel = null, updated_at = now()
          where id = $1`,
        values: [id, ESQUECIDA],
      });
    }
  },
};
