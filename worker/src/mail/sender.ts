import type { Database } from '@escuta/prisma/db';
import type { FimDeTrabalho } from '@escuta/shared/domain/background-work';
import { type KeyRing, open } from '@escuta/shared/platform/crypto/crypto';
import type { Logger } from '@escuta/shared/platform/process/log';
import { mailBody, mailContext } from '@escuta/shared/services/tasks/mail-queue';
import type { z } from 'zod';
import { waitAfter } from '../background/backoff.ts';
import type { RowWork } from '../background/loop.ts';
import { type ClaimedMail, claimMails, handBack, markFailed, markSent } from './mail-repo.ts';
import { type MailTransport, mailFailure } from './smtp.ts';

/** Concurrent messages per worker, each on a separate connection. */
export const MAIL_SLOTS = 4;
/** Interval between polls for due retries, ms. */
const POLL_MS = 5000;
const ATTEMPT_LIMIT_MS = 60_000;
const LEASE_MS = 120_000;
/** Delay after each failed attempt, ms: six attempts in about an hour. */
const BACKOFF_MS = [30_000, 120_000, 480_000, 1_200_000, 1_800_000];

export type MailOutcome = 'enviado' | 'adiado' | 'falhou';

type MailOptions = {
  db: Database;
  keyRing: KeyRing;
  transport: MailTransport;
  log: Logger;
  onOutcome?: (outcome: MailOutcome) => void;
  pollMs?: number;
  leaseMs?: number;
  backoffMs?: readonly number[];
};

/**
 * Sends queued e-mails (shared/src/services/tasks/mail-queue.ts) at least once: a worker killed before it marks a
 * message as sent causes a second one, with the same Message-ID. Sign-in messages come first; companies take turns.
 */
export function mailing(options: MailOptions): RowWork<ClaimedMail> {
  const { db, transport, pollMs = POLL_MS, leaseMs = LEASE_MS } = options;
  return {
    nome: 'emails',
    places: MAIL_SLOTS,
    pollMs,
    take: (free) => claimMails(db, free, leaseMs),
    run: (mail, { signal }) => attempt(options, mail, signal),
    // Called only if the database is not reachable; the message is tried again when its lease expires.
    failed: async () => 'perdido',
    giveBack: (mail) => handBack(db, mail),
    atEnd: 'grace',
    close: () => transport.close(),
  };
}

/** @throws the database's errors, or WorkerEndsError */
async function attempt(options: MailOptions, mail: ClaimedMail, signal: AbortSignal): Promise<FimDeTrabalho> {
  const { db, log, onOutcome, backoffMs = BACKOFF_MS } = options;
  const failure = await send(options, mail, signal);
  if (failure === null) {
    await markSent(db, mail.id);
    onOutcome?.('enviado');
    log.info({ emailId: mail.id, tentativa: mail.tentativas }, 'E-mail enviado');
    return 'feito';
  }
  signal.throwIfAborted();
  const wait = failure.definitiva ? null : waitAfter(backoffMs, mail.tentativas);
  // Varies the delay by up to 10 %, so that retries do not coincide.
  const proximaEmMs = wait === null ? null : Math.round(wait * (0.9 + Math.random() * 0.2));
  await markFailed(db, mail, failure.motivo, proximaEmMs);
  onOutcome?.(wait === null ? 'falhou' : 'adiado');
  log.warn(
    { emailId: mail.id, tentativa: mail.tentativas, codigo: failure.codigo, proximaEmMs },
    wait === null ? 'E-mail não enviado: desistindo' : 'E-mail não enviado: nova tentativa depois',
  );
  return wait === null ? 'desistiu' : 'adiado';
}

/** @returns the failure; null if the server accepted the message */
async function send(
  { keyRing, transport }: MailOptions,
  { id, para, assunto, cifra }: ClaimedMail,
  signal: AbortSignal,
) {
  let content: z.infer<typeof mailBody>;
  try {
    content = mailBody.parse(JSON.parse(open(keyRing, cifra ?? '', mailContext(id))));
  } catch {
    return {
      motivo: 'Conteúdo ilegível (chave de criptografia ausente?)',
      codigo: 'ECIFRA',
      definitiva: true,
    };
  }
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('O servidor de e-mail não respondeu a tempo')),
      ATTEMPT_LIMIT_MS,
    );
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  try {
    await Promise.race([transport.send({ id, para, assunto, ...content }), limit]);
    return null;
  } catch (error) {
    return mailFailure(error);
  } finally {
    clearTimeout(timer);
  }
}
