import * as contracts from '@escuta/shared/contracts/busca';
import { actorOf } from '../../actor.ts';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { monthsOf, reindex, searchPage } from './service.ts';

/** What was said in conversations, looked for over all of them. */
export const busca: Feature<AppDeps> = (deps) => [
  route(contracts.buscarConversas, async ({ query, scope, session, request }) =>
    success(await searchPage(deps, scope, actorOf(session, request), query)),
  ),
  route(contracts.listMesesDaBusca, async ({ query, scope }) => success(await monthsOf(deps, scope, query))),
  route(contracts.reindexarConversas, async ({ body, session, request }) =>
    success(await reindex(deps, actorOf(session, request), body.empresa_id)),
  ),
];
