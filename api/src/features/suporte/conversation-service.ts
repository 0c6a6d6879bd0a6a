import type { Db } from '@escuta/prisma/db';
import {
  type answerTicket,
  type getConversaTicket,
  MENSAGENS_MAX,
} from '@escuta/shared/contracts/accounts/suporte';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import { isTicketOpen } from '@escuta/shared/domain/accounts/tickets';
import { AppError } from '@escuta/shared/domain/errors';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  type ConversaRow,
  countMessages,
  insertChanges,
  insertMessage,
  readConversation,
} from './conversation-repo.ts';
import { answeredMails } from './mails.ts';
import { findPersonName, listOtherSide } from './people-repo.ts';
import { findTicket, lockTicket, type TicketRow, writeTicket } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Ticket não encontrado');
const iso = (text: string) => new Date(text).toISOString();

type Conversa = ResponseOf<typeof getConversaTicket>['data'];

function present(row: ConversaRow): Conversa {
  return {
    anexos: row.anexos.map((anexo) => ({ ...anexo, em: iso(anexo.em) })),
    mensagens: row.mensagens.map((mensagem) => ({ ...mensagem, em: iso(mensagem.em) })),
    mudancas: row.mudancas.map((mudanca) => ({ ...mudanca, em: iso(mudanca.em) })),
  };
}

/**
 * A ticket's messages, changes and attachments.
 * @throws AppError nao_encontrado
 */
export async function conversationOf(deps: AppDeps, session: Session, id: string): Promise<Conversa> {
  const row = await readConversation(deps.db, session.scope, id);
  if (!row) throw notFound();
  return present(row);
}

/**
 * Mails the other side: after an operator's message the company's people, after a company's message the assignee, else
 * the operator.
 */
async function tellOtherSide(
  deps: AppDeps,
  client: Db,
  session: Session,
  ticket: TicketRow,
  answer: { doOperador: boolean; texto: string },
): Promise<void> {
  if (!mailIsConfigured(deps.env)) return;
  const to = await listOtherSide(client, session.scope, {
    empresaId: ticket.empresa_id,
    atribuidoPara: ticket.atribuido_para,
    criadoPor: ticket.criado_por,
    autorId: session.usuarioId,
    doOperador: answer.doOperador,
  });
  if (to.length === 0) return;
  const quem =
    session.usuarioId === null ? null : await findPersonName(client, session.scope, session.usuarioId);
  const url = publicLink(deps.env, `/dashboard/suporte?ticket=${ticket.id}`);
  await enqueueMails(client, deps, answeredMails({ ticket, quem, url }, answer.texto, to));
}

/**
 * Adds a message to a ticket, reopens it if resolved or closed, and mails the other side.
 * @throws AppError nao_encontrado, conflito at the greatest number of messages
 */
export function answer(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { texto }: BodyOf<typeof answerTicket>,
): Promise<Conversa & { mensagemId: string }> {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    if (!(await lockTicket(tx, scope, id))) throw notFound();
    const before = await findTicket(tx, scope, id);
    if (!before) throw notFound();
    if ((await countMessages(tx, scope, id)) >= MENSAGENS_MAX) {
      throw new AppError(
        'conflito',
        `Um ticket aceita até ${MENSAGENS_MAX} mensagens. Abra outro ticket para continuar.`,
      );
    }
    const doOperador = session.papel === 'admin';
    const mensagemId = await insertMessage(tx, scope, id, {
      usuarioId: session.usuarioId,
      doOperador,
      texto,
    });
    if (!isTicketOpen(before.status)) {
      await writeTicket(tx, scope, id, { ...before, status: 'aberto' });
      await insertChanges(tx, scope, id, session.usuarioId, [
        { campo: 'status', de: before.status, para: 'aberto' },
      ]);
    }
    await recordAction(tx, {
      ...{ ...actor, empresaId: before.empresa_id, recurso: 'ticket', recursoId: id },
      acao: 'ticket_respondido',
      detalhes: { reaberto: !isTicketOpen(before.status) },
    });
    await tellOtherSide(deps, tx, session, before, { doOperador, texto });
    const row = await readConversation(tx, scope, id);
    if (!row) throw notFound();
    return { ...present(row), mensagemId };
  });
}
