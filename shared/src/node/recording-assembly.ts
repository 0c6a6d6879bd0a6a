import type { Queryable } from './transaction.ts';

/** PostgreSQL notification channel that wakes the workers once recordings of a device wait to be joined. */
export const ASSEMBLY_CHANNEL = 'escuta_montagem';

/** Has the recordings of a locked interview joined, in the caller's transaction. Who asks has seen that there are some. */
export async function requestAssembly(db: Queryable, entrevistaId: string): Promise<void> {
  await db.query(
    `update entrevistas set montagem = 'pendente', montagem_motivo = null, montagem_ate = null, montagem_tentativas = 0 where id = $1`,
    [entrevistaId],
  );
  await db.query(`select pg_notify('${ASSEMBLY_CHANNEL}', '')`);
}
