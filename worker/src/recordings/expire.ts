import type { Database } from '@escuta/prisma/db';
import { LOTE_ABERTO } from '@escuta/shared/domain/recordings/recording-batch';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { discardBatch } from '@escuta/shared/services/recordings/recording-batches';

import { failStrandedBatches } from './batch-repo.ts';

const AT_ONCE = 50;
const ESQUECIDO = 'Ninguém continuou este envio: os arquivos foram apagados.';

/**
 * Gives up batches with which nobody went on: their files go. As long as parts come in, somebody does. Of those that were attached names of
 * files are forgotten once they can no longer be undone.
 */
export async function expireBatches(db: Database): Promise<void> {
  await failStrandedBatches(db, null);
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; aberto: boolean }>({
      name: 'batch-expired',
      text: `SELECT id, estado = ANY ($1::text[]) AS aberto FROM lotes_gravacao l
             WHERE expira_em < now() AND estado <> 'lendo'
               AND NOT (estado IN ('anexando', 'desfazendo') AND EXISTS (SELECT FROM tarefas t WHERE t.id = l.tarefa_id
                 AND t.status IN ('pendente', 'executando', 'pausada')))
               AND NOT (estado = 'enviando' AND EXISTS (SELECT FROM envios v WHERE v.dono = 'lote' AND v.dono_id = l.id AND v.expira_em > now()))
             ORDER BY expira_em LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED`,
      values: [LOTE_ABERTO],
    });
    for (const { id, aberto } of rows) {
      await discardBatch(tx, id);
      if (aberto) {
        await tx.query({
          name: 'batch-expire',
          text: `UPDATE lotes_gravacao SET estado = 'cancelado', motivo = $2, expira_em = now() + interval '30 days', updated_at = now() WHERE id = $1`,
          values: [id, ESQUECIDO],
        });
      } else {
        await tx.within(INSTALACAO).loteGravacao.deleteMany({ where: { id } });
      }
    }
  });
}
