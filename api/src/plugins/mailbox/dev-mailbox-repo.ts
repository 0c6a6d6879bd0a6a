import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';

export type MailboxRow = { id: string; para: string; assunto: string; createdAt: Date };

/** Greatest number of messages shown: the newest. */
export const MAILBOX_SIZE = 100;

const SHOWN = { id: true, para: true, assunto: true, createdAt: true } as const;

/** The newest messages of all companies, because the reader is the installation's developer. */
export function listMails(db: Db): Promise<MailboxRow[]> {
  return db.within(INSTALACAO).email.findMany({
    select: SHOWN,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAILBOX_SIZE,
  });
}

/** A message with its encrypted content (`cifra`, null if deleted). */
export function findMail(db: Db, id: string): Promise<(MailboxRow & { cifra: string | null }) | null> {
  return db.within(INSTALACAO).email.findFirst({ where: { id }, select: { ...SHOWN, cifra: true } });
}
