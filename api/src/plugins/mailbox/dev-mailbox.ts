import { open } from '@escuta/shared/platform/crypto/crypto';
import { hasDevMailbox, mailBody, mailContext } from '@escuta/shared/services/tasks/mail-queue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../base-deps.ts';
import { listPage, mailPage } from './dev-mailbox-page.ts';
import { findMail, listMails } from './dev-mailbox-repo.ts';

export const MAILBOX_PATH = '/caixa-de-email';

const isLoopback = (address: string | undefined) =>
  address !== undefined && /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(address);

/**
 * True if the connection, the forwarded address and the host name are this computer's. The host name is checked against
 * DNS rebinding, by which a foreign page could read the mail.
 */
function isLocal(request: FastifyRequest): boolean {
  const name = request.hostname.replace(/^\[|\]$/g, '');
  return (
    isLoopback(request.raw.socket.remoteAddress) &&
    isLoopback(request.ip) &&
    (name === 'localhost' || isLoopback(name))
  );
}

/**
 * Registers the development mailbox, which shows queued messages with their one-time links; not in production or with a
 * mail server. Requests from other computers get 404.
 */
export function registerDevMailbox(
  app: FastifyInstance,
  { env, db, keyRing }: Pick<Deps, 'env' | 'db' | 'keyRing'>,
): void {
  if (!hasDevMailbox(env)) return;

  const html = (reply: FastifyReply, text: string) =>
    reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(text);

  app.get(MAILBOX_PATH, async (request, reply) => {
    if (!isLocal(request)) return reply.callNotFound();
    return html(reply, listPage(MAILBOX_PATH, await listMails(db)));
  });

  app.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id`, async (request, reply) => {
    const id = z.uuid().safeParse(request.params.id);
    const mail = isLocal(request) && id.success ? await findMail(db, id.data) : null;
    if (mail === null) return reply.callNotFound();
    const content =
      mail.cifra === null
        ? null
        : mailBody.parse(JSON.parse(open(keyRing, mail.cifra, mailContext(mail.id))));
    return html(reply, mailPage(MAILBOX_PATH, mail, content));
  });
}
