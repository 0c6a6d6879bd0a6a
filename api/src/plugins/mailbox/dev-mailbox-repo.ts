import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';

/** A queued message as the development mailbox lists it. */
export type MailboxRow = { id: string; para: string; assunto: string; createdAt: Date };

/** Newest messages shown. */
export const MAILBOX_SIZE = 100;

const SHOWN = { id: true, para: true, assunto: true, createdAt: true } as const;

/** The newest messages of the installation, whose developer reads them all: no company's scope stands before them. */
export function listMails(db: Db): Promise<MailboxRow[]> {
  return db.within(INSTALACAO).email.findMany({
    select: SHOWN,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAILBOX_SIZE,
  });
}

/** One message with its sealed content; null when there is none. */
export function findMail(db: Db, id: string): Promise<(MailboxRow & { cifra: string | null }) | null> {
  return db.within(INSTALACAO).email.findFirst({ where: { id }, select: { ...SHOWN, cifra: true } });
}
