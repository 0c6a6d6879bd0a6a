import type { Db } from '@escuta/prisma/db';
import { STAGE_QUEUES, type StageJob } from '../../queues/pipeline.ts';
import { notify } from './notify.ts';

/** PostgreSQL notification channel that wakes the relays once a transaction is committed. */
export const RELAY_CHANNEL = 'escuta_relay';

/**
 * Writes the message that makes a stage's job, in the caller's transaction: it exists if and only if the change that
 * caused it does. `delayMs`: not before then (backoff).
 */
export async function writeStageMessage(db: Db, job: StageJob, delayMs = 0): Promise<void> {
  await db.query({
    name: 'outbox-write',
    text: `INSERT INTO outbox_mensagens (empresa_id, fila, payload, disponivel_em)
           VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
    values: [job.empresaId, STAGE_QUEUES[job.etapa], job, delayMs],
  });
}

/** Wakes the relays of every worker when the caller's transaction commits, and not if it rolls back. */
export async function notifyRelay(db: Db): Promise<void> {
  await notify(db, RELAY_CHANNEL);
}
