import type { createPrisma } from '@escuta/prisma/client';

type Prisma = ReturnType<typeof createPrisma>;

/** A queued message as the development mailbox lists it. */
export type MailboxRow = { id: string; para: string; assunto: string; createdAt: Date };

/** Newest messages shown. */
export const MAILBOX_SIZE = 100;

const SHOWN = { id: true, para: true, assunto: true, createdAt: true } as const;

/** The newest messages of the installation, whose developer reads them all: no company's scope stands before them. */
export function listMails(prisma: Prisma): Promise<MailboxRow[]> {
  return prisma.email.findMany({
    select: SHOWN,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAILBOX_SIZE,
  });
}

/** One message with its sealed content; null when there is none. */
export function findMail(
  prisma: Prisma,
  id: string,
): Promise<(MailboxRow & { cifra: string | null }) | null> {
  return prisma.email.findUnique({ where: { id }, select: { ...SHOWN, cifra: true } });
}
