// SQL: the joining of a device's recordings into one, which a worker does under a lease (worker/src/field).

import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { notify } from '../../platform/database/notify.ts';
import { holdItems } from './life.ts';

/** PostgreSQL notification channel that wakes the workers once recordings of a device wait to be joined. */
export const ASSEMBLY_CHANNEL = 'escuta_montagem';

/** The columns of a joining that begins anew. */
export const TO_BE_JOINED = {
  montagem: 'pendente',
  montagemMotivo: null,
  montagemAte: null,
  montagemTentativas: 0,
} as const;

/** Has the recordings of a locked interview joined, in the caller's transaction, which has seen that there are some. */
export async function requestAssembly(db: Db, entrevistaId: string): Promise<void> {
  await db.within(INSTALACAO).entrevista.updateMany({ where: { id: entrevistaId }, data: TO_BE_JOINED });
  await notify(db, ASSEMBLY_CHANNEL);
}

/**
 * Ends the joining of a locked interview's recordings; where its project says so, the audit is asked for next. `motivo`: part of the sound
 * is lost, in words; null: all of it was joined.
 */
export async function endAssembly(
  db: Db,
  entrevistaId: string,
  { motivo }: { motivo: string | null },
): Promise<void> {
  await db.query({
    name: 'assembly-done',
    text: `UPDATE entrevistas e SET montagem = $2, montagem_motivo = $3, montagem_ate = NULL,
             auditar_em = CASE WHEN p.auditoria_automatica THEN now() END
           FROM projetos p WHERE e.id = $1 AND p.id = e.projeto_id`,
    values: [entrevistaId, motivo === null ? 'pronta' : 'falhou', motivo],
  });
}

/** An interview's lease on a joining, of its item's recording or of its second one: `ate` fences the worker that holds it. */
export type MontagemEmMaos = { id: string; ate: string; segunda: boolean };

/**
 * Gives up joining for good, in the caller's transaction. The parts stay where they are. Of the item's recording the item says why, and has
 * none; of the second one the offer does.
 */
export async function abandonAssembly(
  db: Db,
  { id, ate, segunda }: MontagemEmMaos,
  motivo: string,
): Promise<void> {
  const given = `montagem = 'falhou', montagem_motivo = $3, montagem_ate = NULL`;
  const held = `montagem = 'pendente' AND montagem_ate = $2::timestamptz`;
  if (segunda) {
    await db.query({
      name: 'assembly-up-second',
      text: `UPDATE entrevista_segundas SET ${given} WHERE entrevista_id = $1 AND ${held}`,
      values: [id, ate, motivo],
    });
    return;
  }
  await holdItems(db, id);
  await db.query({
    name: 'assembly-up',
    text: `WITH done AS (UPDATE entrevistas SET ${given} WHERE id = $1 AND ${held} RETURNING id)
           UPDATE auditoria_itens i SET motivo = $3, updated_at = now() FROM done
           WHERE i.entrevista_id = done.id AND i.status = 'pendente' AND i.dados_apagados_em IS NULL`,
    values: [id, ate, motivo],
  });
}
