import type { Db } from '@escuta/prisma/db';

const PER_SWEEP = 200;

/** Deletes expired documents whose questions were not included, with their objects. */
export async function sweepDocuments(db: Db): Promise<void> {
  await db.query({
    name: 'sweep-documents',
    text: `DELETE FROM questionario_documentos WHERE id IN (
             SELECT id FROM questionario_documentos WHERE expira_em < now() ORDER BY expira_em LIMIT ${PER_SWEEP})`,
  });
}
