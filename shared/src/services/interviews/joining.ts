// SQL: states of joining a device's recordings; the worker that joins them holds a lease (worker/src/field).

import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { notify } from '../../platform/database/notify.ts';
import { lockItems } from './life.ts';

export const ASSEMBLY_CHANNEL = 'escuta_montagem';

export const TO_BE_JOINED = {
  montagem: 'pendente',
  montagemMotivo: null,
  montagemAte: null,
  montagemTentativas: 0,
} as const;

/** Requests joining of a locked interview's recordings; the caller checked that some exist. */
export async function requestAssembly(db: Db, entrevistaId: string): Promise<void> {
  await db.within(INSTALACAO).entrevista.updateMany({ where: { id: entrevistaId }, data: TO_BE_JOINED });
  await notify(db, ASSEMBLY_CHANNEL);
}

/**
 * Ends joining for a locked interview, and requests the audit that the project demands. `motivo`: lost sound, in words;
 * null: complete.
 */
export async function endAssembly(
  db: Db,
  entrevistaId: string,
  { motivo }: { motivo: string | null },
): Promise<void> {
  await db.query({
    name: 'assembly_done',
    text: `update entrevistas e set montagem = $2, montagem_motivo = $3, montagem_ate = null,
             auditar_em = case when p.auditoria_automatica then now() end
           from projetos p where e.id = $1 and p.id = e.projeto_id`,
    values: [entrevistaId, motivo === null ? 'pronta' : 'falhou', motivo],
  });
}

/** A lease on joining a first or second recording; `ate` is the fencing token. */
export type MontagemEmMaos = { id: string; ate: string; segunda: boolean };

/** Abandons joining and keeps the parts. Writes the reason on the item, or on the second recording's offer. */
export async function abandonAssembly(
  db: Db,
  { id, ate, segunda }: MontagemEmMaos,
  motivo: string,
): Promise<void> {
  const given = `montagem = 'falhou', montagem_motivo = $3, montagem_ate = NULL`;
  const held = `montagem = 'pendente' AND montagem_ate = $2::timestamptz`;
  if (segunda) {
    await db.query({
      name: 'assembly_up_second',
      text: `update entrevista_segundas set ${given} where entrevista_id = $1 and ${held}`,
      values: [id, ate, motivo],
    });
    return;
  }
  await lockItems(db, id);
  await db.query({
    name: 'assembly_up',
    text: `with done as (update entrevistas set ${given} where id = $1 and ${held} returning id)
           update auditoria_itens i set motivo = $3, updated_at = now() from done
           where i.entrevista_id = done.id and i.status = 'pendente' and i.dados_apagados_em is null`,
    values: [id, ate, motivo],
  });
}
