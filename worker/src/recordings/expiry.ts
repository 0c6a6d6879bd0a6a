// SQL instead of Prisma, because the expiry of a batch depends on its task and its upload.

import { LOTE_ABERTO } from '@escuta/shared/domain/recordings/recording-batch';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { sql } from '@escuta/shared/platform/database/sql';
import { discardBatch } from '@escuta/shared/services/recordings/recording-batches';
import type { Expiring } from '../intake/intake-repo.ts';

const ESQUECIDO = 'Ninguém continuou este envio: os arquivos foram apagados.';

/** Deletes files of expired unconfirmed batches, and file names of attached batches too old to undo. */
export const expiringBatches: Expiring = {
  open: LOTE_ABERTO,
  atOnce: 50,
  due: sql`n.estado <> 'lendo'
    and not (n.estado in ('anexando', 'desfazendo') and exists (select from tarefas t where t.id = n.tarefa_id
      and t.status in ('pendente', 'executando', 'pausada')))
    and not (n.estado = 'enviando' and exists (select from envios v where v.dono = 'lote' and v.dono_id = n.id
      and v.expira_em > now()))`,
  throwAway: async (tx, expired) => {
    for (const { id, open } of expired) {
      await discardBatch(tx, id);
      // Also deletes the row of a once confirmed batch; its attached recordings stay with their calls.
      const { count } = await tx.within(INSTALACAO).loteGravacao.deleteMany({
        where: { id, ...(open ? { confirmadoEm: { not: null } } : {}) },
      });
      if (count === 0) {
        await tx.query({
          name: 'batch_expire',
          text: `update lotes_gravacao set estado = 'cancelado', motivo = $2, expira_em = now() + interval '30 days',
            updated_at = now() where id = $1`,
          values: [id, ESQUECIDO],
        });
      }
    }
  },
};
