import * as contracts from '@escuta/shared/contracts/calls/busca';
import { answerLogged, describeExcerpt } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { monthsOf, reindex, searchPage } from './service.ts';

export const busca: Feature<AppDeps> = (deps) => [
  route(contracts.searchConversas, async ({ query, scope, session, request }) => {
    const found = await searchPage(deps, scope, actorOf(session, request), query);
    const read = found.conversas.map(({ item_id }) => describeExcerpt('item', item_id));
    return success(await answerLogged(deps, { session, request }, found, read));
  }),
  route(contracts.listMesesDaBusca, async ({ query, scope }) => success(await monthsOf(deps, scope, query))),
  route(contracts.reindexConversas, async ({ body, session, request }) =>
    success(await reindex(deps, actorOf(session, request), body.empresa_id)),
  ),
];
