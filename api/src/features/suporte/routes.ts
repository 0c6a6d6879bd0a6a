import * as contracts from '@escuta/shared/contracts/accounts/suporte';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { addAnexo, readAnexo, removeAnexo } from './anexos-service.ts';
import { answer, conversationOf } from './conversation-service.ts';
import {
  changeTicket,
  estatisticasOf,
  openTicket,
  pageOfTickets,
  readTicket,
  removeTicket,
  responsaveisOf,
} from './service.ts';

/** Answers with a ticket twice, at the top level and in `data`, as specified. */
function ticketAnswer<T extends object>(ticket: T): T & { success: true; data: T } {
  return { ...ticket, ...success(ticket) };
}

export const suporte: Feature<AppDeps> = (deps) => [
  route(contracts.listTickets, async ({ query, session }) => ({
    success: true as const,
    ...(await pageOfTickets(deps, session, query)),
  })),
  route(contracts.createTicket, async ({ body, session, request }) =>
    ticketAnswer(await openTicket(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.getTicket, async ({ params, session }) =>
    ticketAnswer(await readTicket(deps, session, params.id)),
  ),
  route(contracts.updateTicket, async ({ params, body, session, request }) =>
    ticketAnswer(await changeTicket(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.getConversaTicket, async ({ params, session }) =>
    success(await conversationOf(deps, session, params.id)),
  ),
  route(contracts.answerTicket, async ({ params, body, session, request }) =>
    success(await answer(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.addAnexoDoTicket, async ({ params, session, request }) =>
    success(await addAnexo(deps, session, actorOf(session, request), params.id, () => request.file())),
  ),
  route(contracts.getAnexoDoTicket, async ({ params, session, request, reply }) =>
    sendBytes(reply, await readAnexo(deps, session, params, conditionsOf(session, request))),
  ),
  route(contracts.deleteAnexoDoTicket, async ({ params, session, request }) => {
    await removeAnexo(deps, session, actorOf(session, request), params);
    return { success: true as const, message: 'Anexo excluído com sucesso.' };
  }),
  route(contracts.deleteTicket, async ({ params, session, request }) => {
    await removeTicket(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Ticket excluído com sucesso!' };
  }),
  route(contracts.getEstatisticasTickets, async ({ query, session }) =>
    success(await estatisticasOf(deps, session, query)),
  ),
  route(contracts.listResponsaveis, async ({ query, session }) =>
    success(await responsaveisOf(deps, session, query)),
  ),
];
