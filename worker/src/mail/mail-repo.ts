import type { Database } from '@escuta/prisma/db';
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';

export type ClaimedMail = {
  id: string;
  para: string;
  assunto: string;
  /** Encrypted content (shared/src/services/tasks/mail-queue.ts); null if deleted. */
  cifra: string | null;
  /** Counts from 1. */
  tentativas: number;
};

const KEEP_DAYS = 30;
const EXPIRE_DAYS = 3;

/** Greatest number of a class's messages lined up at once. */
const LINE_UP = 1000;
/** Company id of the installation's messages, which queue like a company's (migration emails_da_empresa_na_fila). */
const NO_COMPANY = "'00000000-0000-0000-0000-000000000000'::uuid";
/** SQL for the position of a class's first waiting message, where companies without waiting messages join the queue. */
const headOf = (classe: string) =>
  `coalesce((select f.vez from emails f where f.status = 'pendente' and f.vez is not null and f.classe = ${classe}
    order by f.vez limit 1), 0)`;

/**
 * Gives due messages a position in their class's queue: after the company's last message, else at the head, so that
 * companies take turns.
 * @returns number of messages lined up
 */
export async function lineUp(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    name: 'mail_line_up',
    text: `with novos as materialized (
             select e.* from unnest($1::smallint[]) as c (classe) cross join lateral (
               select id, classe, coalesce(empresa_id, ${NO_COMPANY}) as dona, proxima_em from emails
               where status = 'pendente' and vez is null and emails.classe = c.classe and proxima_em <= now()
               order by proxima_em, id limit ${LINE_UP} for update skip locked) e
           ), donas as (
             select classe, dona, greatest(${headOf('d.classe')},
               (select l.vez + 1 from emails l
                where l.status = 'pendente' and l.vez is not null and l.classe = d.classe
                  and coalesce(l.empresa_id, ${NO_COMPANY}) = d.dona order by l.vez desc limit 1)) as primeira
             from (select distinct classe, dona from novos) d
           ), lugares as (
             select n.id, d.primeira + row_number() over (partition by n.classe, n.dona order by n.proxima_em, n.id) - 1
               as vez
             from novos n join donas d using (classe, dona)
           )
           update emails set vez = lugares.vez from lugares where emails.id = lugares.id`,
    values: [Object.values(CLASSES_DE_EMAIL)],
  });
  return rowCount ?? 0;
}

/** Claims the next messages for `leaseMs`, by class, then by the companies' turns (`lineUp`); skips locked rows. */
export async function claimMails(db: Database, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  await lineUp(db);
  const { rows } = await db.query<ClaimedMail>({
    name: 'mail_claim',
    text: `update emails set tentativas = tentativas + 1, vez = null, proxima_em = now() + $2 * interval '1 millisecond'
           where id = any (array(
             select id from emails where status = 'pendente' and vez is not null and proxima_em <= now()
             order by classe, vez, id limit $1 for update skip locked))
           returning id, para, assunto, cifra, tentativas`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** Marks a message as sent, whichever worker holds its lease, and deletes its content. */
export async function markSent(db: Database, id: string): Promise<void> {
  await db.query({
    name: 'mail_sent',
    text: `update emails set status = 'enviado', enviado_em = now(), cifra = null, erro = null
           where id = $1 and status = 'pendente'`,
    values: [id],
  });
}

/** Records a failed attempt. `retryInMs` null: no retry; the encrypted content stays stored. */
export async function markFailed(
  db: Database,
  mail: Pick<ClaimedMail, 'id' | 'tentativas'>,
  erro: string,
  retryInMs: number | null,
): Promise<void> {
  await db.query({
    name: 'mail_failed',
    text: `update emails set erro = $3,
             status = case when $4::float8 is null then 'falhou'::status_email else status end,
             proxima_em = now() + coalesce($4::float8, 0) * interval '1 millisecond'
           where id = $1 and tentativas = $2 and status = 'pendente'`,
    values: [mail.id, mail.tentativas, erro, retryInMs],
  });
}

/** Returns an interrupted message: due at once, first in its class, without counting the attempt. */
export async function handBack(db: Database, mail: Pick<ClaimedMail, 'id' | 'tentativas'>): Promise<void> {
  await db.query({
    name: 'mail_hand_back',
    text: `update emails e set tentativas = tentativas - 1, proxima_em = now(), vez = ${headOf('e.classe')}
           where id = $1 and tentativas = $2 and status = 'pendente'`,
    values: [mail.id, mail.tentativas],
  });
}

/** Gives up messages that waited until their links no longer work. @returns number of messages */
export async function expireMails(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    name: 'mail_expire',
    text: `update emails set status = 'falhou', erro = 'Não enviado a tempo', cifra = null
           where status = 'pendente' and created_at < now() - $1 * interval '1 day'`,
    values: [EXPIRE_DAYS],
  });
  return rowCount ?? 0;
}

/** Deletes messages' old records, because they contain addresses. */
export async function deleteOldMails(db: Database): Promise<void> {
  await db.query({
    name: 'mail_delete_old',
    text: `delete from emails where created_at < now() - $1 * interval '1 day'`,
    values: [KEEP_DAYS],
  });
}
