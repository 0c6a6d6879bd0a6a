import * as contracts from '@escuta/shared/contracts/agentes';
import { actorOf } from '../../actor.ts';
import { success, successPage } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { changeAgente, mergeInto, pageOfAgentes } from './service.ts';

/** The people who speak for a company in recordings. The first interview of an account makes its agent. */
export const agentes: Feature<AppDeps> = (deps) => [
  route(contracts.listAgentes, async ({ query, session }) =>
    successPage(await pageOfAgentes(deps, session, query)),
  ),
  route(contracts.updateAgente, async ({ params, body, session, request }) =>
    success(await changeAgente(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.mergeAgentes, async ({ params, body, session, request }) =>
    success(await mergeInto(deps, session, actorOf(session, request), params.id, body.agente_id)),
  ),
];
