// Queued e-mails as their receivers would read them.

import { open } from '@escuta/shared/platform/crypto/crypto';
import { mailBody, mailContext } from '@escuta/shared/services/tasks/mail-queue';
import { expect } from 'vitest';
import type { TestDeps } from './app.ts';

/** A queued mail. `descadastro`: the unsubscribe address in its headers. */
export type ReadMail = { id: string; assunto: string; texto: string; html: string; descadastro?: string };

/** Reads and decrypts the messages queued for an address, oldest first. */
export async function mailsTo(deps: Pick<TestDeps, 'db' | 'keyRing'>, address: string): Promise<ReadMail[]> {
  const { rows } = await deps.db.query<{ id: string; assunto: string; cifra: string }>(
    'select id, assunto, cifra from emails where para = $1 and cifra is not null order by created_at, id',
    [address],
  );
  return rows.map(({ id, assunto, cifra }) => ({
    id,
    assunto,
    ...(mailBody.parse(JSON.parse(open(deps.keyRing, cifra, mailContext(id)))) as Omit<
      ReadMail,
      'id' | 'assunto'
    >),
  }));
}

/** Waits until an address has `count` messages, because the API queues some of them only after its answer. */
export async function waitForMails(
  deps: Pick<TestDeps, 'db' | 'keyRing'>,
  address: string,
  count: number,
): Promise<ReadMail[]> {
  await expect.poll(async () => (await mailsTo(deps, address)).length).toBe(count);
  return mailsTo(deps, address);
}

/** Finds the secret in a message's password link. @throws Error if the message has no such link */
export function linkToken(mail: ReadMail | undefined): string {
  const token = /\/update-password#token=([\w-]+)/.exec(mail?.texto ?? '')?.[1];
  if (token === undefined) throw new Error(`sem link de senha: ${mail?.assunto}`);
  return token;
}
