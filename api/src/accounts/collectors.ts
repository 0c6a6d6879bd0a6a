import type { Db } from '@escuta/prisma/db';
import { sql } from '@escuta/shared/platform/database/sql';

export const FORA_DA_LISTA =
  'Você não está na lista de coletores deste questionário. Peça a um gerente para incluir você.';

/** Condition: questionnaire `q` has no list of collectors, or `usuarioId` is on it. */
export const mayCollectWith = (usuarioId: string) => sql`(
  not exists (select from questionario_coletores l where l.questionario_id = q.id)
  or exists (select from questionario_coletores l where l.questionario_id = q.id and l.usuario_id = ${usuarioId}::uuid))`;

/**
 * Tells whether a questionnaire has no list, or names this person; false for an unknown one. The caller checks scope,
 * survey and person. A list changes under its questionnaire's lock.
 */
export async function mayCollect(db: Db, questionarioId: string, usuarioId: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 from questionarios q where q.id = ${questionarioId}::uuid and ${mayCollectWith(usuarioId)}`,
    'quem_coleta',
  );
  return rowCount === 1;
}
