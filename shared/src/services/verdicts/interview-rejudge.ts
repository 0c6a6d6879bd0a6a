import type { Db } from '@escuta/prisma/db';
import { notify } from '../../platform/database/notify.ts';
import { sql } from '../../platform/database/sql.ts';

/** PostgreSQL notification channel that wakes the workers once a wish to derive verdicts anew is committed. */
export const REJUDGE_CHANNEL = 'escuta_rejulgar';

/**
 * Asks the workers to derive an interview's verdicts anew from what the models said then and the sentences as they stand now, in the
 * caller's transaction (of the correction). No model is asked and nothing is paid; a person's verdict stays. Several wishes in a row are
 * one. Of an interview without verdicts, and of another company's, it does nothing.
 */
export async function requestRejudge(
  tx: Db,
  { empresaId, entrevistaId }: { empresaId: string; entrevistaId: string },
): Promise<void> {
  await tx.sql(
    // Each wish has a time of its own: whoever derives verdicts sees that another came meanwhile.
    sql`update entrevistas set rejulgar_em = greatest(clock_timestamp(), rejulgar_em + interval '1 millisecond')
      where id = ${entrevistaId}::uuid and empresa_id = ${empresaId}::uuid`,
    'rejudge-request',
  );
  await notify(tx, REJUDGE_CHANNEL);
}
