import type { Db } from '@escuta/prisma/db';
import { sql } from '@escuta/shared/platform/database/sql';

/** Said to whoever is not on a questionnaire's list. */
export const FORA_DA_LISTA =
  'Você não está na lista de coletores deste questionário. Peça a um gerente para incluir você.';

/** The condition that `usuarioId` may collect with questionnaire `q`: on its list, or it has none. Names of others stay on it. */
export const mayCollectWith = (usuarioId: string) => sql`(
  not exists (select from questionario_coletores l where l.questionario_id = q.id)
  or exists (select from questionario_coletores l where l.questionario_id = q.id and l.usuario_id = ${usuarioId}::uuid))`;

/**
 * Whether somebody may do interviews with a questionnaire: on its list, or it has none. False of a questionnaire that is not there;
 * scope, state of the survey and of the person are the caller's to check. A list changes under the questionnaire's row lock.
 */
export async function mayCollect(db: Db, questionarioId: string, usuarioId: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 from questionarios q where q.id = ${questionarioId}::uuid and ${mayCollectWith(usuarioId)}`,
    'quem-coleta',
  );
  return rowCount === 1;
}
