import type { Db } from '@escuta/prisma/db';
import { notify } from '../../platform/database/notify.ts';
import { sql } from '../../platform/database/sql.ts';

/** Channel that wakes workers to derive verdicts again. */
export const REJUDGE_CHANNEL = 'escuta_rejulgar';

/**
 * Requests that workers derive an interview's verdicts again from stored answers, in the correction's transaction.
 * People's verdicts stay; repeated requests merge. Ignores interviews without verdicts.
 */
export async function requestRejudge(
  tx: Db,
  { empresaId, entrevistaId }: { empresaId: string; entrevistaId: string },
): Promise<void> {
  await tx.sql(
    sql`update entrevistas set rejulgar_em = greatest(clock_timestamp(), rejulgar_em + interval '1 millisecond')
      where id = ${entrevistaId}::uuid and empresa_id = ${empresaId}::uuid`,
    'rejudge_request',
  );
  await notify(tx, REJUDGE_CHANNEL);
}
