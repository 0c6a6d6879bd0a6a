import type { Db } from '@escuta/prisma/db';

const PER_SWEEP = 200;

/** Deletes expired documents from which no questions were taken over, and their stored objects. */
export async function sweepDocuments(db: Db): Promise<void> {
  await db.query({
    name: 'sweep_documents',
    text: `delete from questionario_documentos where id in (
             select id from questionario_documentos where expira_em < now() order by expira_em limit ${PER_SWEEP})`,
  });
}
