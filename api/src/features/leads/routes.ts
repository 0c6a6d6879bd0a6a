import * as contracts from '@escuta/shared/contracts/accounts/leads';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, publicRoute, route } from '../../route.ts';
import { changeLead, pageOfLeads, removeLead, requestDemo } from './service.ts';

export const leads: Feature<AppDeps> = (deps) => [
  publicRoute(contracts.createLead, async ({ body }) => {
    await requestDemo(deps, body);
    return {
      success: true as const,
      message: 'Seus dados foram enviados. Entraremos em contato em breve.',
    };
  }),
  route(contracts.listLeads, async ({ query, session }) =>
    successPage(await pageOfLeads(deps, session, query)),
  ),
  route(contracts.updateLead, async ({ params, body, session, request }) =>
    success(await changeLead(deps, session, actorOf(session, request), params.id, body.atendido)),
  ),
  route(contracts.deleteLead, async ({ params, session, request }) => {
    await removeLead(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Pedido de demonstração excluído.' };
  }),
];
