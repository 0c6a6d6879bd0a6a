import * as goals from '@escuta/shared/contracts/surveys/goals/metas';
import * as contracts from '@escuta/shared/contracts/surveys/quadro';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { boardOf } from './board-service.ts';
import { changePlan, goalsForField, goalsOf, planOf } from './goals-service.ts';
import { changeCollectors, changeMetas, collectorsOf, quotasOf } from './service.ts';

/** A survey's field board, quotas, and the people who may collect with its questionnaires. */
export const quadro: Feature<AppDeps> = (deps) => [
  route(contracts.getQuadro, async ({ params, query, session }) =>
    success(await boardOf(deps, session, params.id, query)),
  ),
  route(contracts.getCotas, async ({ params, query, session }) =>
    success(await quotasOf(deps, session, params.id, query.aprovadas ?? false)),
  ),
  route(contracts.updateCotas, async ({ params, body, session, request }) =>
    success(await changeMetas(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(goals.getMetas, async ({ params, session }) => success(await planOf(deps, session, params.id))),
  route(goals.updateMetas, async ({ params, body, session, request }) =>
    success(await changePlan(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(goals.getMetasDaPesquisa, async ({ params, query, session }) =>
    success(await goalsOf(deps, session, params.id, query.aprovadas ?? false)),
  ),
  route(goals.getMetasDeCampo, async ({ session }) => success(await goalsForField(deps, session))),
  route(contracts.getColetores, async ({ params, session }) =>
    success(await collectorsOf(deps, session, params.id)),
  ),
  route(contracts.updateColetores, async ({ params, body, session, request }) =>
    success(await changeCollectors(deps, session, actorOf(session, request), params.id, body)),
  ),
];
