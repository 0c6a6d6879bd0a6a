import type { Db } from '@escuta/prisma/db';
import { type MailContent, renderMail } from '../../domain/accounts/mail-layout.ts';
import { withoutAddresses } from '../../domain/accounts/mail-names.ts';
import { type KeyRing, seal } from '../../platform/crypto/crypto.ts';
import { newId } from '../../platform/database/ids.ts';
import { notify } from '../../platform/database/notify.ts';
import type { Env } from '../../platform/process/env.ts';

export const MAIL_CHANNEL = 'escuta_email';

/** Authenticated context of a sealed e-mail. */
export const mailContext = (id: string) => `emails:${id}`;

/**
 * Classes of e-mails in sending order: access, news, invitations. Within a class companies take turns
 * (worker/src/mail/mail-repo.ts).
 */
export const CLASSES_DE_EMAIL = { acesso: 0, aviso: 1, convite: 2 } as const;

export type Mail = {
  /** The company in whose turn it is sent; null: the installation. */
  empresaId: string | null;
  /** Class; by default `aviso`. */
  classe?: keyof typeof CLASSES_DE_EMAIL;
  para: string;
  assunto: string;
  conteudo: MailContent;
};

export type MailDeps = { env: Pick<Env, 'OPERADOR_NOME'>; keyRing: KeyRing };

const ASSUNTO_MAX = 200;

/** A subject in a single line (a line break would start a header), without addresses in typed names. */
const subject = (text: string) => withoutAddresses(text.slice(0, 2 * ASSUNTO_MAX)).slice(0, ASSUNTO_MAX);

/**
 * Queues e-mails in the caller's transaction; worker/src/mail sends them. Sealed, because they may contain one-time
 * links.
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
    name: 'mail_enqueue',
    text: `insert into emails (id, empresa_id, para, assunto, classe, cifra)
           select id, empresa_id, para, assunto, classe, cifra
           from jsonb_to_recordset($1::jsonb)
             as m(id uuid, empresa_id uuid, para text, assunto text, classe smallint, cifra text)`,
    values: [JSON.stringify(rows)],
  });
  await notify(db, MAIL_CHANNEL);
}

/**
 * True if e-mails leave the installation or reach the development mailbox. False: production without SMTP_URL or
 * PUBLIC_URL.
 */
export function mailIsConfigured(env: Pick<Env, 'SMTP_URL' | 'NODE_ENV' | 'PUBLIC_URL'>): boolean {
  return env.PUBLIC_URL !== undefined && (env.SMTP_URL !== undefined || env.NODE_ENV !== 'production');
}

/** True if the development mailbox runs: outside production, without an SMTP server. */
export function hasDevMailbox(env: Pick<Env, 'SMTP_URL' | 'NODE_ENV'>): boolean {
  return env.SMTP_URL === undefined && env.NODE_ENV !== 'production';
}
