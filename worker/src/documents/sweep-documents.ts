import type { Db } from '@escuta/prisma/db';

/** Deleted by one sweep at most. */
const PER_SWEEP = 200;

/** Forgets documents whose questions nobody included in time; their objects go with their rows. */
export async function sweepDocuments(db: Db): Promise<void> {
  await db.query({
    name: 'sweep-documents',
    text: `DELETE FROM questionario_documentos WHERE id IN (
             SELECT id FROM questionario_documentos WHERE expira_em < now() ORDER BY expira_em LIMIT ${PER_SWEEP})`,
  });
}
