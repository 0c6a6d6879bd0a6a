import type { Db } from '@escuta/prisma/db';
import { STAGE_QUEUES, type StageJob } from '../../queues/pipeline.ts';
import { notify } from './notify.ts';

export const RELAY_CHANNEL = 'escuta_relay';

/** Writes a stage's job to the outbox in the caller's transaction. @param delayMs least time to delivery, ms */
export async function writeStageMessage(db: Db, job: StageJob, delayMs = 0): Promise<void> {
  await db.query({
    name: 'outbox_write',
    text: `insert into outbox_mensagens (empresa_id, fila, payload, disponivel_em)
           values ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
    values: [job.empresaId, STAGE_QUEUES[job.etapa], job, delayMs],
  });
}

/** Wakes all relays when the caller's transaction commits. */
export async function notifyRelay(db: Db): Promise<void> {
  await notify(db, RELAY_CHANNEL);
}
