import type { Pool } from 'pg';

/** A queued message as the development mailbox lists it. */
export type MailboxRow = { id: string; para: string; assunto: string; created_at: Date };

/** Newest messages shown. */
export const MAILBOX_SIZE = 100;

/** The newest messages of the installation, whose developer reads them all: no company's scope stands before them. */
export async function listMails(pool: Pool): Promise<MailboxRow[]> {
  const { rows } = await pool.query<MailboxRow>({
    name: 'mailbox-list',
    text: `select id, para, assunto, created_at from emails order by created_at desc, id desc limit ${MAILBOX_SIZE}`,
  });
  return rows;
}

/** One message with its sealed content; null when there is none. */
export async function findMail(
  pool: Pool,
  id: string,
): Promise<(MailboxRow & { cifra: string | null }) | null> {
  const { rows } = await pool.query<MailboxRow & { cifra: string | null }>({
    name: 'mailbox-one',
    text: 'select id, para, assunto, created_at, cifra from emails where id = $1',
    values: [id],
  });
  return rows[0] ?? null;
}
