import { type MailContent, renderMail } from '../domain/mail-layout.ts';
import { type KeyRing, seal } from './crypto.ts';
import type { Env } from './env.ts';
import { newId } from './ids.ts';
import type { Queryable } from './transaction.ts';

/** PostgreSQL notification channel that wakes the mail sender once a transaction is committed. */
export const MAIL_CHANNEL = 'escuta_email';

/** What authenticates a sealed e-mail. */
export const mailContext = (id: string) => `emails:${id}`;

export type Mail = {
  /** The company that it concerns; null for the installation. */
  empresaId: string | null;
  /** One address. */
  para: string;
  assunto: string;
  conteudo: MailContent;
};

export type MailDeps = { env: Pick<Env, 'OPERADOR_NOME'>; keyRing: KeyRing };

/** Header text on one line: a line break would start another header. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200);

/**
 * Queues e-mails in the caller's transaction: they are sent if and only if the change that caused them is committed.
 * The worker sends them (worker/src/mail). The content is sealed at rest: it may hold one-time links.
 */
export async function enqueueMails(db: Queryable, deps: MailDeps, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => {
    const id = newId();
    const body = JSON.stringify(renderMail(mail.conteudo, deps.env.OPERADOR_NOME));
    return {
      id,
      empresa_id: mail.empresaId,
      para: mail.para,
      assunto: oneLine(mail.assunto),
      cifra: seal(deps.keyRing, body, mailContext(id)),
    };
  });
  await db.query({
    name: 'mail-enqueue',
    text: `INSERT INTO emails (id, empresa_id, para, assunto, cifra)
           SELECT id, empresa_id, para, assunto, cifra
           FROM jsonb_to_recordset($1::jsonb) AS m(id uuid, empresa_id uuid, para text, assunto text, cifra text)`,
    values: [JSON.stringify(rows)],
  });
  await db.query(`SELECT pg_notify('${MAIL_CHANNEL}', '')`);
}

/**
 * Whether e-mails leave this installation, or at least reach the development mailbox. False: a production installation
 * without SMTP_URL or without PUBLIC_URL, whose links would lead nowhere.
 */
export function mailIsConfigured(env: Pick<Env, 'SMTP_URL' | 'NODE_ENV' | 'PUBLIC_URL'>): boolean {
  return env.PUBLIC_URL !== undefined && (env.SMTP_URL !== undefined || env.NODE_ENV !== 'production');
}

/** Whether the development mailbox runs: outside production, without an SMTP server. */
export function hasDevMailbox(env: Pick<Env, 'SMTP_URL' | 'NODE_ENV'>): boolean {
  return env.SMTP_URL === undefined && env.NODE_ENV !== 'production';
}
