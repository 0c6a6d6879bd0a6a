import type { Database } from '@escuta/prisma/db';
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';

export type ClaimedMail = {
  id: string;
  para: string;
  assunto: string;
  /** Sealed content (shared/src/services/tasks/mail-queue.ts). */
  cifra: string | null;
  /** Number of this attempt, from 1. */
  tentativas: number;
};

/** Retention of sent and failed messages, and of unsent ones, days. */
const KEEP_DAYS = 30;
/** An unsent message of this age is outdated, days. */
const EXPIRE_DAYS = 3;

/** Messages of each class that get a place at once. */
const LINE_UP = 1000;
/** The installation, a company of its own in the line (migration emails_da_empresa_na_fila). */
const NO_COMPANY = "'00000000-0000-0000-0000-000000000000'::uuid";
/** SQL: place of a class's first message, where new companies join. */
const headOf = (classe: string) =>
  `coalesce((SELECT f.vez FROM emails f WHERE f.status = 'pendente' AND f.vez IS NOT NULL AND f.classe = ${classe} ORDER BY f.vez LIMIT 1), 0)`;

/**
 * Gives due messages a place in their class's line: behind their company's last one, or at the head, so that companies
 * take turns.
 * @returns how many
 */
export async function lineUp(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    name: 'mail-line-up',
    text: `WITH novos AS MATERIALIZED (
             SELECT e.* FROM unnest($1::smallint[]) AS c (classe) CROSS JOIN LATERAL (
               SELECT id, classe, coalesce(empresa_id, ${NO_COMPANY}) AS dona, proxima_em FROM emails
               WHERE status = 'pendente' AND vez IS NULL AND emails.classe = c.classe AND proxima_em <= now()
               ORDER BY proxima_em, id LIMIT ${LINE_UP} FOR UPDATE SKIP LOCKED) e
           ), donas AS (
             SELECT classe, dona, greatest(${headOf('d.classe')},
               (SELECT l.vez + 1 FROM emails l
                WHERE l.status = 'pendente' AND l.vez IS NOT NULL AND l.classe = d.classe
                  AND coalesce(l.empresa_id, ${NO_COMPANY}) = d.dona ORDER BY l.vez DESC LIMIT 1)) AS primeira
             FROM (SELECT DISTINCT classe, dona FROM novos) d
           ), lugares AS (
             SELECT n.id, d.primeira + row_number() OVER (PARTITION BY n.classe, n.dona ORDER BY n.proxima_em, n.id) - 1 AS vez
             FROM novos n JOIN donas d USING (classe, dona)
           )
           UPDATE emails SET vez = lugares.vez FROM lugares WHERE emails.id = lugares.id`,
    values: [Object.values(CLASSES_DE_EMAIL)],
  });
  return rowCount ?? 0;
}

/** Claims the next messages for `leaseMs`, by class, then by companies' turns (`lineUp`, SKIP LOCKED). */
export async function claimMails(db: Database, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  await lineUp(db);
  const { rows } = await db.query<ClaimedMail>({
    name: 'mail-claim',
    text: `UPDATE emails SET tentativas = tentativas + 1, vez = NULL, proxima_em = now() + $2 * interval '1 millisecond'
           WHERE id = ANY (ARRAY(
             SELECT id FROM emails WHERE status = 'pendente' AND vez IS NOT NULL AND proxima_em <= now()
             ORDER BY classe, vez, id LIMIT $1 FOR UPDATE SKIP LOCKED))
           RETURNING id, para, assunto, cifra, tentativas`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** Marks a message as sent and drops its content, whoever holds it. */
export async function markSent(db: Database, id: string): Promise<void> {
  await db.query({
    name: 'mail-sent',
    text: `UPDATE emails SET status = 'enviado', enviado_em = now(), cifra = NULL, erro = NULL
           WHERE id = $1 AND status = 'pendente'`,
    values: [id],
  });
}

/** Records a failed attempt. `retryInMs` null: final; the content stays sealed. */
export async function markFailed(
  db: Database,
  mail: Pick<ClaimedMail, 'id' | 'tentativas'>,
  erro: string,
  retryInMs: number | null,
): Promise<void> {
  await db.query({
    name: 'mail-failed',
    text: `UPDATE emails SET erro = $3,
             status = CASE WHEN $4::float8 IS NULL THEN 'falhou'::status_email ELSE status END,
             proxima_em = now() + coalesce($4::float8, 0) * interval '1 millisecond'
           WHERE id = $1 AND tentativas = $2 AND status = 'pendente'`,
    values: [mail.id, mail.tentativas, erro, retryInMs],
  });
}

/** Gives back an interrupted message: due at once, first of its class, not counted. */
export async function handBack(db: Database, mail: Pick<ClaimedMail, 'id' | 'tentativas'>): Promise<void> {
  await db.query({
    name: 'mail-hand-back',
    text: `UPDATE emails e SET tentativas = tentativas - 1, proxima_em = now(), vez = ${headOf('e.classe')}
           WHERE id = $1 AND tentativas = $2 AND status = 'pendente'`,
    values: [mail.id, mail.tentativas],
  });
}

/** Gives up on messages that waited too long: old links help nobody. */
export async function expireMails(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    name: 'mail-expire',
    text: `UPDATE emails SET status = 'falhou', erro = 'Não enviado a tempo', cifra = NULL
           WHERE status = 'pendente' AND created_at < now() - $1 * interval '1 day'`,
    values: [EXPIRE_DAYS],
  });
  return rowCount ?? 0;
}

/** Deletes old records: they hold people's addresses. */
export async function deleteOldMails(db: Database): Promise<void> {
  await db.query({
    name: 'mail-delete-old',
    text: `DELETE FROM emails WHERE created_at < now() - $1 * interval '1 day'`,
    values: [KEEP_DAYS],
  });
}
