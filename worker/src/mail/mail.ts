import type { Database } from '@escuta/prisma/db';
import { parseKeyRing } from '@escuta/shared/node/crypto';
import type { WorkerEnv } from '@escuta/shared/node/env';
import type { Logger } from '@escuta/shared/node/log';
import { hasDevMailbox } from '@escuta/shared/node/mail-queue';
import type { Metrics } from '../metrics/metrics.ts';
import { deleteOldMails, expireMails } from './mail-repo.ts';
import { MAIL_SLOTS, MailSender } from './sender.ts';
import { createSmtp } from './smtp.ts';

/** Old messages are looked for this often, ms. */
const TIDY_MS = 3_600_000;

export type Mail = {
  start: () => void;
  /** A message was queued. */
  wake: () => void;
  /** Sends no more; what is under way gets `graceMs`. */
  stop: (graceMs: number) => Promise<void>;
};

/**
 * The worker's mail: sends what is queued through SMTP_URL and deletes old records. Without SMTP_URL messages stay
 * queued: outside production for the development mailbox, in production until there is a server (the log says so once).
 */
export function createMail({
  env,
  db,
  log,
  metrics,
}: {
  env: WorkerEnv;
  db: Database;
  log: Logger;
  metrics: Metrics;
}): Mail {
  const sender =
    env.SMTP_URL === undefined
      ? null
      : new MailSender({
          db,
          keyRing: parseKeyRing(env.ENCRYPTION_KEYS),
          transport: createSmtp({ url: env.SMTP_URL, from: env.MAIL_FROM, connections: MAIL_SLOTS }),
          log,
          onOutcome: (outcome) => metrics.mail(outcome),
        });
  let timer: NodeJS.Timeout | null = null;

  const tidy = async () => {
    try {
      const expired = sender === null ? 0 : await expireMails(db);
      if (expired > 0) log.warn({ emails: expired }, 'E-mails que não foram enviados a tempo');
      await deleteOldMails(db);
    } catch (error) {
      log.warn({ motivo: (error as Error).message }, 'Limpeza de e-mails adiada');
    }
  };

  return {
    start: () => {
      if (sender === null && !hasDevMailbox(env)) {
        log.warn('SMTP_URL não está definida: e-mails ficam na fila e ninguém os recebe.');
      }
      timer = setInterval(() => void tidy(), TIDY_MS);
      // What is too old goes before anything is sent.
      void tidy().then(() => sender?.start());
    },
    wake: () => sender?.wake(),
    stop: async (graceMs) => {
      if (timer) clearInterval(timer);
      await sender?.stop(graceMs);
    },
  };
}
