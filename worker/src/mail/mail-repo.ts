import type { Pool } from 'pg';

/** A message that this worker holds. */
export type ClaimedMail = {
  id: string;
  para: string;
  assunto: string;
  /** Sealed content (shared/src/node/mail-queue.ts). */
  cifra: string | null;
  /** Of this attempt, from 1. */
  tentativas: number;
};

/** How long sent and failed messages are kept as a record, and unsent ones at all, days. */
const KEEP_DAYS = 30;
/** A message that nobody could send for this long is no longer news, days. */
const EXPIRE_DAYS = 3;

/**
 * Takes due messages for `leaseMs`: workers share them (SKIP LOCKED), and one that dies leaves its own to the others when
 * the lease ends, because that is when they are due again.
 */
export async function claimMails(pool: Pool, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  const { rows } = await pool.query<ClaimedMail>({
    name: 'mail-claim',
    text: `UPDATE emails SET tentativas = tentativas + 1, proxima_em = now() + $2 * interval '1 millisecond'
           WHERE id IN (
             SELECT id FROM emails WHERE status = 'pendente' AND proxima_em <= now()
             ORDER BY proxima_em, id LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING id, para, assunto, cifra, tentativas`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** The server took the message: its content is dropped. Counts whoever holds it by now: it must not be sent again. */
export async function markSent(pool: Pool, id: string): Promise<void> {
  await pool.query({
    name: 'mail-sent',
    text: `UPDATE emails SET status = 'enviado', enviado_em = now(), cifra = NULL, erro = NULL
           WHERE id = $1 AND status = 'pendente'`,
    values: [id],
  });
}

/** An attempt failed. `retryInMs` null: for good; the content stays sealed until the record is deleted. */
export async function markFailed(
  pool: Pool,
  mail: Pick<ClaimedMail, 'id' | 'tentativas'>,
  erro: string,
  retryInMs: number | null,
): Promise<void> {
  await pool.query({
    name: 'mail-failed',
    text: `UPDATE emails SET erro = $3,
             status = CASE WHEN $4::float8 IS NULL THEN 'falhou'::status_email ELSE status END,
             proxima_em = now() + coalesce($4::float8, 0) * interval '1 millisecond'
           WHERE id = $1 AND tentativas = $2 AND status = 'pendente'`,
    values: [mail.id, mail.tentativas, erro, retryInMs],
  });
}

/** Gives a message back whose attempt was cut short by the worker's own end: due at once, and not counted. */
export async function handBack(pool: Pool, mail: Pick<ClaimedMail, 'id' | 'tentativas'>): Promise<void> {
  await pool.query({
    name: 'mail-hand-back',
    text: `UPDATE emails SET tentativas = tentativas - 1, proxima_em = now()
           WHERE id = $1 AND tentativas = $2 AND status = 'pendente'`,
    values: [mail.id, mail.tentativas],
  });
}

/** Gives up on messages that waited too long for a mail server: old links and notices help nobody. */
export async function expireMails(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'mail-expire',
    text: `UPDATE emails SET status = 'falhou', erro = 'Não enviado a tempo', cifra = NULL
           WHERE status = 'pendente' AND created_at < now() - $1 * interval '1 day'`,
    values: [EXPIRE_DAYS],
  });
  return rowCount ?? 0;
}

/** Deletes old records: they hold people's addresses. */
export async function deleteOldMails(pool: Pool): Promise<void> {
  await pool.query({
    name: 'mail-delete-old',
    text: `DELETE FROM emails WHERE created_at < now() - $1 * interval '1 day'`,
    values: [KEEP_DAYS],
  });
}
