import type { Db } from '@escuta/prisma/db';
import { z } from 'zod';
import { type MailContent, renderMail } from '../../domain/accounts/mail-layout.ts';
import { withoutAddresses } from '../../domain/accounts/mail-names.ts';
import type { EmailDeAviso } from '../../domain/accounts/notices.ts';
import { type KeyRing, seal } from '../../platform/crypto/crypto.ts';
import { newId } from '../../platform/database/ids.ts';
import { notify } from '../../platform/database/notify.ts';
import type { Env } from '../../platform/process/env.ts';
import { unsubscribeLinks } from '../accounts/unsubscribe.ts';

export const MAIL_CHANNEL = 'escuta_email';

/** A sealed e-mail's authenticated context. */
export const mailContext = (id: string) => `emails:${id}`;

/** E-mail classes in sending order. Within a class companies take turns (worker/src/mail/mail-repo.ts). */
export const CLASSES_DE_EMAIL = { acesso: 0, aviso: 1, convite: 2 } as const;

type Message = { para: string; assunto: string; conteudo: MailContent };
/** A mail that nobody can switch off. `empresaId`: the company in whose turn it is sent; null: the installation. */
type DueMail = Message & {
  empresaId: string | null;
  /** Default: `aviso`. */
  classe?: keyof typeof CLASSES_DE_EMAIL;
  descadastro?: never;
};
/** A mail that a person can switch off; `descadastro`: the person, and the kind of mail to stop. */
export type NoticeMail = Message & {
  empresaId: string;
  classe?: never;
  descadastro: { usuarioId: string; email: EmailDeAviso };
};
export type Mail = DueMail | NoticeMail;

export type MailDeps = { env: Pick<Env, 'OPERADOR_NOME' | 'PUBLIC_URL'>; keyRing: KeyRing };

/** A message's content, stored sealed. `descadastro`: address for the unsubscribe header; only in notices. */
export const mailBody = z.object({ texto: z.string(), html: z.string(), descadastro: z.string().optional() });

const ASSUNTO_MAX = 200;

/** A subject in one line (a line break would start a header), without web or mail addresses. */
const subject = (text: string) => withoutAddresses(text.slice(0, 2 * ASSUNTO_MAX)).slice(0, ASSUNTO_MAX);

function bodyOf({ env, keyRing }: MailDeps, mail: Mail): z.infer<typeof mailBody> {
  const { conteudo } = mail;
  const links =
    mail.descadastro && unsubscribeLinks(env, keyRing, { ...mail.descadastro, empresaId: mail.empresaId });
  if (!links) return renderMail(conteudo, env.OPERADOR_NOME);
  const descadastro = { texto: 'Parar de receber este e-mail', url: links.pagina };
  return { ...renderMail({ ...conteudo, descadastro }, env.OPERADOR_NOME), descadastro: links.umClique };
}

/** Queues e-mails in the caller's transaction for worker/src/mail. Sealed, because they may contain one-time links. */
export async function enqueueMails(db: Db, deps: MailDeps, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => {
    const id = newId();
    return {
      id,
      empresa_id: mail.empresaId,
      para: mail.para,
      assunto: subject(mail.assunto),
      classe: CLASSES_DE_EMAIL[mail.classe ?? 'aviso'],
      cifra: seal(deps.keyRing, JSON.stringify(bodyOf(deps, mail)), mailContext(id)),
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
 * True if e-mails leave the installation or reach the development mailbox; false in production without SMTP_URL or
 * PUBLIC_URL.
 */
export function mailIsConfigured(env: Pick<Env, 'SMTP_URL' | 'NODE_ENV' | 'PUBLIC_URL'>): boolean {
  return env.PUBLIC_URL !== undefined && (env.SMTP_URL !== undefined || env.NODE_ENV !== 'production');
}

/** True if the development mailbox runs: outside production, without an SMTP server. */
export function hasDevMailbox(env: Pick<Env, 'SMTP_URL' | 'NODE_ENV'>): boolean {
  return env.SMTP_URL === undefined && env.NODE_ENV !== 'production';
}
