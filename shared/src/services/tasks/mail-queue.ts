import type { Db } from '@escuta/prisma/db';
import { type MailContent, renderMail } from '../../domain/accounts/mail-layout.ts';
import { withoutAddresses } from '../../domain/accounts/mail-names.ts';
import { type KeyRing, seal } from '../../platform/crypto/crypto.ts';
import { newId } from '../../platform/database/ids.ts';
import { notify } from '../../platform/database/notify.ts';
import type { Env } from '../../platform/process/env.ts';

/** PostgreSQL notification channel that wakes the mail sender once a transaction is committed. */
export const MAIL_CHANNEL = 'escuta_email';

/** What authenticates a sealed e-mail. */
export const mailContext = (id: string) => `emails:${id}`;

/**
 * Kinds of e-mails, in the order in which they are sent: those by which somebody waits at a screen to get in, news, and invitations, of
 * which a company queues hundreds at once. Within a kind companies take turns (worker/src/mail/mail-repo.ts).
 */
export const CLASSES_DE_EMAIL = { acesso: 0, aviso: 1, convite: 2 } as const;

export type Mail = {
  /** The company that it concerns, in whose turn it is sent; null for the installation. */
  empresaId: string | null;
  /** Absent: `aviso`. */
  classe?: keyof typeof CLASSES_DE_EMAIL;
  /** One address. */
  para: string;
  assunto: string;
  conteudo: MailContent;
};

export type MailDeps = { env: Pick<Env, 'OPERADOR_NOME'>; keyRing: KeyRing };

/** Most characters of a subject. */
const ASSUNTO_MAX = 200;

/** A subject on one line (a line break would start another header) in which no name or title that people typed is an address. */
const subject = (text: string) => withoutAddresses(text.slice(0, 2 * ASSUNTO_MAX)).slice(0, ASSUNTO_MAX);

/**
 * Queues e-mails in the caller's transaction: they are sent if and only if the change that caused them is committed.
 * The worker sends them (worker/src/mail). The content is sealed at rest: it may hold one-time links.
 */
export async function enqueueMails(db: Db, deps: MailDeps, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => {
    const id = newId();
    const body = JSON.stringify(renderMail(mail.conteudo, deps.env.OPERADOR_NOME));
    return {
      id,
      empresa_id: mail.empresaId,
      para: mail.para,
      assunto: subject(mail.assunto),
      classe: CLASSES_DE_EMAIL[mail.classe ?? 'aviso'],
      cifra: seal(deps.keyRing, body, mailContext(id)),
    };
  });
  await db.query({
    name: 'mail-enqueue',
    text: `INSERT INTO emails (id, empresa_id, para, assunto, classe, cifra)
           SELECT id, empresa_id, para, assunto, classe, cifra
           FROM jsonb_to_recordset($1::jsonb)
             AS m(id uuid, empresa_id uuid, para text, assunto text, classe smallint, cifra text)`,
    values: [JSON.stringify(rows)],
  });
  await notify(db, MAIL_CHANNEL);
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
