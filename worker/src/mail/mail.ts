import type { Database } from '@escuta/prisma/db';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import { hasDevMailbox } from '@escuta/shared/services/tasks/mail-queue';
import type { Work } from '../background/loop.ts';
import { deleteOldMails, expireMails } from './mail-repo.ts';
import { MAIL_SLOTS, type MailOutcome, mailing } from './sender.ts';
import { createSmtp } from './smtp.ts';

const TIDY_MS = 3_600_000;

type Deps = {
  env: WorkerEnv;
  db: Database;
  log: Logger;
  onOutcome: (outcome: MailOutcome) => void;
};

/** Sends queued messages through SMTP_URL and deletes old records. Without SMTP_URL they stay queued (logged once). */
export function mailWork({ env, db, log, onOutcome }: Deps): Work {
  if (env.SMTP_URL === undefined) {
    if (!hasDevMailbox(env))
      log.warn('SMTP_URL não está definida: e-mails ficam na fila e ninguém os recebe.');
    return {
      nome: 'emails',
      pollMs: TIDY_MS,
      round: async () => {
        await deleteOldMails(db);
        return true;
      },
    };
  }
  const transport = createSmtp({ url: env.SMTP_URL, from: env.MAIL_FROM, connections: MAIL_SLOTS });
  const work = mailing({ db, keyRing: parseKeyRing(env.ENCRYPTION_KEYS), transport, log, onOutcome });
  let tidyAt = 0;
  const tidy = async () => {
    if (performance.now() < tidyAt) return;
    tidyAt = performance.now() + TIDY_MS;
    try {
      const expired = await expireMails(db);
      if (expired > 0) log.warn({ emails: expired }, 'E-mails que não foram enviados a tempo');
      await deleteOldMails(db);
    } catch (error) {
      // A failed clean-up must not delay messages.
      log.warn({ motivo: (error as Error).message }, 'Limpeza de e-mails adiada');
    }
  };
  return {
    ...work,
    // Gives up outdated messages before claiming any.
    take: async (free) => {
      await tidy();
      return work.take(free);
    },
  };
}
