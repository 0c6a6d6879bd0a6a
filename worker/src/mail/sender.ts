import type { Database } from '@escuta/prisma/db';
import { type KeyRing, open } from '@escuta/shared/node/crypto';
import type { Logger } from '@escuta/shared/node/log';
import { mailContext } from '@escuta/shared/node/mail-queue';
import { Rounds } from '@escuta/shared/node/rounds';
import { withLimit } from '@escuta/shared/node/with-limit';
import { z } from 'zod';
import { type ClaimedMail, claimMails, handBack, markFailed, markSent } from './mail-repo.ts';
import { type MailTransport, mailFailure } from './smtp.ts';

/** Messages under way at once in one worker, each on a connection of its own. */
export const MAIL_SLOTS = 4;
/** Without a notification the queue is looked at this often, ms: retries that are due. */
const POLL_MS = 5000;
/** Longest that one attempt may take, ms. */
const ATTEMPT_LIMIT_MS = 60_000;
/** How long a message belongs to the worker that took it, ms: well over an attempt, so that only a dead one loses it. */
const LEASE_MS = 120_000;
/** Wait after each failed attempt, ms; after the last the message has failed. Six attempts in about an hour. */
const BACKOFF_MS = [30_000, 120_000, 480_000, 1_200_000, 1_800_000];

const contentSchema = z.object({ texto: z.string(), html: z.string() });

export type MailOutcome = 'enviado' | 'adiado' | 'falhou';

export type MailSenderOptions = {
  db: Database;
  keyRing: KeyRing;
  transport: MailTransport;
  log: Logger;
  /** Counts how attempts end. */
  onOutcome?: (outcome: MailOutcome) => void;
  /** For tests. */
  pollMs?: number;
  leaseMs?: number;
  backoffMs?: readonly number[];
};

/**
 * Sends queued e-mails (shared/src/node/mail-queue.ts). A message is taken for a lease, sent, and marked: each one at
 * least once. A worker that is killed, or loses the database, between the server's answer and the mark sends it twice,
 * under one Message-ID; none is lost. A message that fails waits for its next attempt by itself and holds up no other. Those by which
 * somebody waits to get in go first, and companies take turns.
 */
export class MailSender {
  readonly #options: MailSenderOptions;
  readonly #inHand = new Map<string, { mail: ClaimedMail; done: Promise<void> }>();
  readonly #rounds = new Rounds(() => this.#claim());
  #databaseAway = false;

  constructor(options: MailSenderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#rounds.start(this.#options.pollMs ?? POLL_MS);
  }

  /** There may be something to send. */
  wake(): void {
    this.#rounds.wake();
  }

  async #claim(): Promise<void> {
    const { db, log, leaseMs = LEASE_MS } = this.#options;
    const free = MAIL_SLOTS - this.#inHand.size;
    if (free === 0) return;
    try {
      for (const mail of await claimMails(db, free, leaseMs)) {
        const done = this.#attempt(mail).finally(() => {
          this.#inHand.delete(mail.id);
          this.wake();
        });
        this.#inHand.set(mail.id, { mail, done });
      }
      this.#databaseAway = false;
    } catch (error) {
      if (!this.#databaseAway) log.warn({ motivo: (error as Error).message }, 'Envio de e-mails em espera');
      this.#databaseAway = true;
    }
  }

  /** One attempt, whose end is written down. Never throws. */
  async #attempt(mail: ClaimedMail): Promise<void> {
    const { db, log, onOutcome } = this.#options;
    try {
      const failure = await this.#send(mail);
      if (failure === null) {
        await markSent(db, mail.id);
        onOutcome?.('enviado');
        log.info({ emailId: mail.id, tentativa: mail.tentativas }, 'E-mail enviado');
        return;
      }
      if (this.#rounds.stopped && !this.#inHand.has(mail.id)) return;
      const wait = failure.definitiva ? null : this.#waitAfter(mail.tentativas);
      await markFailed(db, mail, failure.motivo, wait);
      onOutcome?.(wait === null ? 'falhou' : 'adiado');
      log.warn(
        { emailId: mail.id, tentativa: mail.tentativas, codigo: failure.codigo, proximaEmMs: wait },
        wait === null ? 'E-mail não enviado: desistindo' : 'E-mail não enviado: nova tentativa depois',
      );
    } catch (error) {
      // The database is away: the lease ends, and the message is tried again.
      log.warn({ emailId: mail.id, motivo: (error as Error).message }, 'Envio de e-mail não anotado');
    }
  }

  /** @returns null when the server took the message, else why not */
  async #send({ id, para, assunto, cifra }: ClaimedMail) {
    const { keyRing, transport } = this.#options;
    let content: z.infer<typeof contentSchema>;
    try {
      content = contentSchema.parse(JSON.parse(open(keyRing, cifra ?? '', mailContext(id))));
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

  /** Wait before the next attempt, spread a little, ms; null after the last. */
  #waitAfter(attempt: number): number | null {
    const wait = (this.#options.backoffMs ?? BACKOFF_MS)[attempt - 1];
    return wait === undefined ? null : Math.round(wait * (0.9 + Math.random() * 0.2));
  }

  /** Takes no more messages; those under way get `graceMs` to end and are then given back for another worker. */
  async stop(graceMs: number): Promise<void> {
    await this.#rounds.stop();
    await withLimit(Promise.all([...this.#inHand.values()].map(({ done }) => done)), graceMs);
    const left = [...this.#inHand.values()];
    this.#inHand.clear();
    this.#options.transport.close();
    for (const { mail } of left) {
      await handBack(this.#options.db, mail).catch(() => undefined);
    }
  }
}
